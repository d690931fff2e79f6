import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { isColorHex, type ColorHex } from '#src/domain/colors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { ID_SET_LENGTH, isIdSet, type IdSet } from '#src/domain/id-set.ts';
import { isId } from '#src/domain/id.ts';
import { inOneForm } from '#src/domain/text/names.ts';
import { isPlace, type Place } from '#src/domain/place.ts';
import { parseTimeOfDay, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { parseDue, type DueText } from '#src/domain/repeat/due-text.ts';
import { isTimeZoneName } from '#src/domain/time/time-zone.ts';

/** The values of a column: rows are flat. */
export type Value = string | number | null;

/** An invalid value from outside. */
export class InvalidValue extends SunglowError {
  constructor(message: string) {
    super('INVALID_VALUE', message);
  }
}

/**
 * Checks a value from outside and returns it as a T. Throws InvalidValue, whose message contains `name` but
 * never the user's text.
 */
export type Parser<T> = (value: unknown, name: string) => T;

/** A column of a table. The table's declaration defines its other traits. */
export interface Column<
  T extends Value = Value,
  IsSettable extends boolean = boolean,
  Default extends T | undefined = T | undefined,
> {
  readonly parse: Parser<T>;
  /** The column type in both databases. */
  readonly sql: 'text' | 'integer' | 'bigint' | 'double precision';
  /**
   * The value of a row that omits the column: in an argument, on the wire, and in a row written before the
   * column existed. Undefined if every row must have it.
   */
  readonly default: Default;
  /** True if devices set the value, when adding the row and by edits. */
  readonly isSettable: IsSettable;
  /** True if only the app uses the column: exports omit it. */
  readonly isInternal: boolean;
  /**
   * The longest text, in UTF-16 code units; null for values that are always short. The text counts toward the
   * user's storage, and is erased some time after the row is deleted.
   */
  readonly maxLength: number | null;
  /** The table that the value refers to by id. */
  readonly references: string | null;
}

type Own<T extends Value, Default extends T | undefined = undefined> = Column<T, false, Default>;

/**
 * An id made by a client. Only UUIDs, so that an id cannot be mistaken for anything else in a key, path or
 * log.
 */
export function id(): Own<string> {
  return column(when(isId, 'must be a UUID'), 'text');
}

/** The id of a row of another table. */
export function reference(table: string): Own<string> {
  return { ...id(), references: table };
}

/** A word that the app uses as an id, so that two offline devices write the same row. */
export function word(): Own<string> {
  return column(when(isWord, 'must be a word of up to 40 letters'), 'text');
}

/** A text of the user's, up to `maxLength` UTF-16 code units; it may be empty. */
export function text(maxLength: number): Own<string, string> {
  return { ...column(wellFormed(maxLength), 'text'), default: '', maxLength };
}

/** A name of the user's, up to `maxLength` UTF-16 code units, not blank. */
export function title(maxLength: number): Own<string> {
  return { ...column(named(maxLength), 'text'), maxLength };
}

/** One line of text not typed by the user, up to `maxLength` UTF-16 code units. */
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

/** A time of day, HH:MM. */
export function time(): Own<TimeOfDay> {
  return column(when(isTimeOfDay, 'must be a time of the day, HH:MM'), 'text');
}

/**
 * An IANA name of a time zone. Only its form is checked: a browser and a server may know different zones, and
 * a task must not be rejected for that.
 */
export function zone(): Own<string> {
  return column(when(isTimeZoneName, 'must be the name of a time zone'), 'text');
}

/** A day, with or without a time: YYYY-MM-DD or YYYY-MM-DDTHH:MM. */
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

/** A place in a manual order; '' for a row never moved by hand. */
export function place(): Own<Place, ''> {
  const isPlaceOrNone = (value: unknown): value is Place => value === '' || isPlace(value);
  return { ...column(when(isPlaceOrNone, 'must be a place'), 'text'), default: '' };
}

/** A set of ids in one text; '' by default. */
export function ids(): Own<IdSet, ''> {
  const parse = when(isIdSet, 'must be ids in order, with blanks between them');
  return { ...column(parse, 'text'), default: '', maxLength: ID_SET_LENGTH };
}

/** A whole number from `least` to `most`, both included. */
export function whole(least: number, most: number): Own<number> {
  const isWithin = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return column(when(isWithin, `must be a whole number from ${least} to ${most}`), 'integer');
}

/** One of these numbers or words; `otherwise` is the default. */
export function choice<const T extends number | string>(among: readonly T[], otherwise: T): Own<T, T> {
  const isAmong = (value: unknown): value is T => among.includes(value as T);
  const sql = typeof otherwise === 'number' ? 'integer' : 'text';
  return { ...column(when(isAmong, `must be one of ${among.join(', ')}`), sql), default: otherwise };
}

/** Allows null, which becomes the default. */
export function nullable<T extends Value>(of: Own<T>): Own<T | null, null> {
  const { parse } = of;
  return { ...of, parse: (value, name) => (value === null ? null : parse(value, name)), default: null };
}

/** Devices set the value, when adding the row and by edits. */
export function settable<T extends Value, Default extends T | undefined>(
  of: Own<T, Default>,
): Column<T, true, Default> {
  return { ...of, isSettable: true };
}

/** Only the app uses the column: exports omit it. */
export function internal<T extends Value, Default extends T | undefined>(
  of: Own<T, Default>,
): Own<T, Default> {
  return { ...of, isInternal: true };
}

/** True if the column can hold the value. */
export function takes({ parse }: Pick<Column, 'parse'>, value: unknown): boolean {
  try {
    parse(value, '');
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** True for a time up to the last one of a Date (ECMAScript, 21.4.1.1). */
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

/** Text that every database and device stores alike: no NUL (PostgreSQL rejects it), no lone surrogate. */
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
 * Normalizes a name, since an older app sends it as typed. The result may be invisible (see `isBlank`), as
 * older apps allowed: rejecting it here would lose an existing change; forms reject it.
 */
function named(maxLength: number): Parser<string> {
  const parse = wellFormed(maxLength);
  return (value, name) => {
    const given = parse(value, name);
    if (given.trim() === '') throw new InvalidValue(`${name} must not be blank`);
    const kept = inOneForm(given);
    // A few letters get longer in that form. An older app's name must not be rejected for that, so it stays
    // as typed.
    return kept.length > maxLength ? given : kept;
  };
}
