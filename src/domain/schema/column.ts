import { parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import { isColorHex, type ColorHex } from '#src/domain/colors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { ID_SET_LENGTH, isIdSet, type IdSet } from '#src/domain/id-set.ts';
import { isId } from '#src/domain/id.ts';
import { inOneForm } from '#src/domain/names.ts';
import { isPlace, type Place } from '#src/domain/place.ts';
import { parseTimeOfDay, type TimeOfDay } from '#src/domain/time-of-day.ts';
import { parseDue, type DueText } from '#src/domain/due-text.ts';
import { isTimeZoneName } from '#src/domain/time-zone.ts';

/** What a column can hold: rows are flat. */
export type Value = string | number | null;

/** A value from outside is not what it should be. */
export class InvalidValue extends SunglowError {
  constructor(message: string) {
    super('INVALID_VALUE', message);
  }
}

/** Takes a value from outside as a T. Throws InvalidValue, which says `name` but never quotes the user. */
export type Parser<T> = (value: unknown, name: string) => T;

/** One column of a table. What else is known of it follows from the declaration of its table. */
export interface Column<
  T extends Value = Value,
  IsSettable extends boolean = boolean,
  Default extends T | undefined = T | undefined,
> {
  readonly parse: Parser<T>;
  /** Its type in both databases. */
  readonly sql: 'text' | 'integer' | 'bigint' | 'double precision';
  /**
   * What a row has where nothing is said: in an argument, on the wire, and in a row that was written before the column was there.
   * None where each row has to say it.
   */
  readonly default: Default;
  /** Whether a device says its value, when it adds the row and by edits. */
  readonly isSettable: IsSettable;
  /** Whether it is of use to the app alone: the file with all that a user has is without it. */
  readonly isInternal: boolean;
  /** The longest that such a text may be, in UTF-16 code units; null for values that are always short. It counts in what a user has stored, and is erased some time after its row is deleted. */
  readonly maxLength: number | null;
  /** The table whose rows it names by id. */
  readonly references: string | null;
}

type Own<T extends Value, Default extends T | undefined = undefined> = Column<T, false, Default>;

/** An id made by a client. Only UUIDs, so that no id can be mistaken for anything else in a key, path or log. */
export function id(): Own<string> {
  return column(when(isId, 'must be a UUID'), 'text');
}

/** The id of a row of another table. */
export function reference(table: string): Own<string> {
  return { ...id(), references: table };
}

/** A word that the app chose as an id, so that two devices that write it offline write the same row. */
export function word(): Own<string> {
  return column(when(isWord, 'must be a word of up to 40 letters'), 'text');
}

/** Text of the user's, up to so many UTF-16 code units, that may be empty. */
export function text(maxLength: number): Own<string, string> {
  return { ...column(wellFormed(maxLength), 'text'), default: '', maxLength };
}

/** A name of the user's, up to so many UTF-16 code units, that is not blank. */
export function title(maxLength: number): Own<string> {
  return { ...column(named(maxLength), 'text'), maxLength };
}

/** One line of text that is not the user's own, up to so many UTF-16 code units. */
export function line(maxLength: number): Own<string> {
  const parse = wellFormed(maxLength);
  const oneLine: Parser<string> = (value, name) => {
    const given = parse(value, name);
    if (given === '' || given.includes('\n')) throw new InvalidValue(`${name} must be one line`);
    return given;
  };
  return { ...column(oneLine, 'text'), maxLength };
}

export function day(): Own<CalendarDay> {
  return column(when(isCalendarDay, 'must be a calendar day, YYYY-MM-DD'), 'text');
}

export function color(): Own<ColorHex> {
  return column(when(isColor, 'must be one of the twelve colors'), 'text');
}

/** A time of the day, HH:MM. */
export function time(): Own<TimeOfDay> {
  return column(when(isTimeOfDay, 'must be a time of the day, HH:MM'), 'text');
}

/**
 * The name of a time zone, as IANA has them. Only its form is looked at: which zones there are a browser and a server may know
 * differently, and a task is not lost for that.
 */
export function zone(): Own<string> {
  return column(when(isTimeZoneName, 'must be the name of a time zone'), 'text');
}

/** A day, with a time of it or without: YYYY-MM-DD or YYYY-MM-DDTHH:MM. */
export function due(): Own<DueText> {
  return column(when(isDue, 'must be a day, or a day and a time: YYYY-MM-DDTHH:MM'), 'text');
}

/** Milliseconds since 1970 UTC. */
export function instant(): Own<number> {
  return column(when(isInstant, 'must be a whole number of milliseconds that a date can hold'), 'bigint');
}

/** A place among others: any finite number. */
export function position(): Own<number> {
  return column(when(isFiniteNumber, 'must be a number'), 'double precision');
}

/** A place in an order made by hand; '' where nobody moved the row. */
export function place(): Own<Place, ''> {
  const isPlaceOrNone = (value: unknown): value is Place => value === '' || isPlace(value);
  return { ...column(when(isPlaceOrNone, 'must be a place'), 'text'), default: '' };
}

/** A set of ids in one text; '' where nothing is said. */
export function ids(): Own<IdSet, ''> {
  const parse = when(isIdSet, 'must be ids in order, with blanks between them');
  return { ...column(parse, 'text'), default: '', maxLength: ID_SET_LENGTH };
}

/** A whole number between two, both included. */
export function whole(least: number, most: number): Own<number> {
  const isWithin = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return column(when(isWithin, `must be a whole number from ${least} to ${most}`), 'integer');
}

/** One of these whole numbers, or words; `otherwise` is what a row has where nothing is said. */
export function choice<const T extends number | string>(among: readonly T[], otherwise: T): Own<T, T> {
  const isAmong = (value: unknown): value is T => among.includes(value as T);
  const sql = typeof otherwise === 'number' ? 'integer' : 'text';
  return { ...column(when(isAmong, `must be one of ${among.join(', ')}`), sql), default: otherwise };
}

/** Null where there is none, which is what a row has where nothing is said. */
export function nullable<T extends Value>(of: Own<T>): Own<T | null, null> {
  const { parse } = of;
  return { ...of, parse: (value, name) => (value === null ? null : parse(value, name)), default: null };
}

/** A device says its value, when it adds the row and by edits. */
export function settable<T extends Value, Default extends T | undefined>(
  of: Own<T, Default>,
): Column<T, true, Default> {
  return { ...of, isSettable: true };
}

/** The column is of use to the app alone: no exported file has it. */
export function internal<T extends Value, Default extends T | undefined>(
  of: Own<T, Default>,
): Own<T, Default> {
  return { ...of, isInternal: true };
}

/** Whether a column can have the value. */
export function takes({ parse }: Pick<Column, 'parse'>, value: unknown): boolean {
  try {
    parse(value, '');
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** Whether it is an instant: up to the last one that a Date can hold (ECMAScript, 21.4.1.1). */
export function isInstant(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
}

function column<T extends Value>(parse: Parser<T>, sql: Column['sql']): Own<T> {
  return {
    parse,
    sql,
    default: undefined,
    isSettable: false,
    isInternal: false,
    maxLength: null,
    references: null,
  };
}

function isCalendarDay(value: unknown): value is CalendarDay {
  return typeof value === 'string' && parseCalendarDay(value) !== null;
}

function isTimeOfDay(value: unknown): value is TimeOfDay {
  return typeof value === 'string' && parseTimeOfDay(value) !== null;
}

function isDue(value: unknown): value is DueText {
  return typeof value === 'string' && parseDue(value) !== null;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][A-Za-z]{0,39}$/.test(value);
}

function isColor(value: unknown): value is ColorHex {
  return typeof value === 'string' && isColorHex(value);
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function when<T>(is: (value: unknown) => value is T, must: string): Parser<T> {
  return (value, name) => {
    if (!is(value)) throw new InvalidValue(`${name} ${must}`);
    return value;
  };
}

/** Text that every database and every device holds alike: no NUL (PostgreSQL rejects it), no lone surrogate. */
function wellFormed(maxLength: number): Parser<string> {
  return (value, name) => {
    if (typeof value !== 'string') throw new InvalidValue(`${name} must be text`);
    if (value.length > maxLength) throw new InvalidValue(`${name} must have ${maxLength} characters at most`);
    if (value.includes('\0') || !value.isWellFormed())
      throw new InvalidValue(`${name} must be well-formed text without NUL`);
    return value;
  };
}

/**
 * Takes a name in the form in which names are kept: an older app sends it as it was typed. It may also show nothing (see `isBlank`), as an
 * older app let be typed: rejected here, a change that was made already would be lost, and forms reject it now.
 */
function named(maxLength: number): Parser<string> {
  const parse = wellFormed(maxLength);
  return (value, name) => {
    const given = parse(value, name);
    if (given.trim() === '') throw new InvalidValue(`${name} must not be blank`);
    const kept = inOneForm(given);
    // A few letters are longer in that form; what an app sent that did not know of it is not rejected for that.
    return kept.length > maxLength ? given : kept;
  };
}
