import { parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import { isColorHex, type ColorHex } from '#src/domain/colors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { isId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { inOneForm } from '#src/domain/names.ts';

/** What arrived is no mutation: an unknown name, or arguments of the wrong shape, type or length. */
export class InvalidMutation extends SunglowError {
  constructor(message: string) {
    super('INVALID_MUTATION', message);
  }
}

/** Takes a value from outside as a T. Throws InvalidMutation, which says `name` but never quotes the user. */
export type Parser<T> = (value: unknown, name: string) => T;

export type Parsed<P> = P extends Parser<infer T> ? T : never;

type Shape = Readonly<Record<string, Parser<unknown>>>;
type Fields<S extends Shape> = { [Key in keyof S]: Parsed<S[Key]> };

/** An object with exactly these fields; gives back a new one. */
export function fields<S extends Shape>(shape: S): Parser<Fields<S>> {
  return objectOf(shape, false) as Parser<Fields<S>>;
}

/** An object with any of these fields and no others; gives back a new one. */
export function someFields<S extends Shape>(shape: S): Parser<Partial<Fields<S>>> {
  return objectOf(shape, true) as Parser<Partial<Fields<S>>>;
}

/** An id made by a client. Only UUIDs, so that no id can be mistaken for anything else in a key, path or log. */
export const id = when(isId, 'must be a UUID');
/** Milliseconds since 1970 UTC. */
export const instant = when(isInstant, 'must be a whole number of milliseconds that a date can hold');
export const day = when(isCalendarDay, 'must be a calendar day, YYYY-MM-DD');
export const color = when(isColor, 'must be one of the twelve colors');
/** A place among others: any finite number. */
export const position = when(isFiniteNumber, 'must be a number');
export const taskName = title(LIMITS.taskName);
export const taskDescription = text(LIMITS.taskDescription);
export const collectionName = title(LIMITS.collectionName);

/** Up to the last instant that a Date can hold (ECMAScript, 21.4.1.1). */
export function isInstant(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;
}

function isCalendarDay(value: unknown): value is CalendarDay {
  return typeof value === 'string' && parseCalendarDay(value) !== null;
}

function isColor(value: unknown): value is ColorHex {
  return typeof value === 'string' && isColorHex(value);
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function when<T>(is: (value: unknown) => value is T, must: string): Parser<T> {
  return (value, name) => {
    if (!is(value)) throw new InvalidMutation(`${name} ${must}`);
    return value;
  };
}

/** Text that every database and every device holds alike: no NUL (PostgreSQL refuses it), no lone surrogate. */
function text(maxLength: number): Parser<string> {
  return (value, name) => {
    if (typeof value !== 'string') throw new InvalidMutation(`${name} must be text`);
    if (value.length > maxLength)
      throw new InvalidMutation(`${name} must have ${maxLength} characters at most`);
    if (value.includes('\0') || !value.isWellFormed())
      throw new InvalidMutation(`${name} must be well-formed text without NUL`);
    return value;
  };
}

/** A name, in the form in which names are kept: an older app sends it as it was typed. */
function title(maxLength: number): Parser<string> {
  const parse = text(maxLength);
  return (value, name) => {
    const given = parse(value, name);
    if (given.trim() === '') throw new InvalidMutation(`${name} must not be blank`);
    const kept = inOneForm(given);
    // A few letters are longer in that form; what an app sent that did not know of it is not refused for that.
    return kept.length > maxLength ? given : kept;
  };
}

function objectOf(shape: Shape, mayMiss: boolean): Parser<Record<string, unknown>> {
  const parsers = Object.entries(shape);
  return (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InvalidMutation(`${name} must be an object`);
    const given = value as Record<string, unknown>;
    const taken: Record<string, unknown> = {};
    let more = Object.keys(given).length;
    for (const [key, parse] of parsers) {
      if (mayMiss && !Object.hasOwn(given, key)) continue;
      taken[key] = parse(given[key], `${name}.${key}`);
      more -= 1;
    }
    if (more !== 0) throw new InvalidMutation(`${name} must have no other fields`);
    return taken;
  };
}
