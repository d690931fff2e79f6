import { InvalidValue, type Column, type Parser } from './column.ts';
import type { OptionalOf } from './table.ts';

/** An argument that an app may leave out. */
interface OptionalParser<T> extends Parser<T> {
  readonly default: T;
}
type Shape = Readonly<Record<string, Column | Parser<unknown>>>;
type Given<Of> = Of extends Column<infer T> ? T : Of extends Parser<infer T> ? T : never;
/** A column with a default may be left out, since an older app may not know it. */
type Optional<S extends Shape> =
  | OptionalOf<S>
  | { [Key in keyof S]: S[Key] extends OptionalParser<unknown> ? Key : never }[keyof S];
export type Fields<S extends Shape> = { -readonly [Key in Exclude<keyof S, Optional<S>>]: Given<S[Key]> } & {
  -readonly [Key in Optional<S>]?: Given<S[Key]>;
};

export type Parsed<P> = P extends Parser<infer T> ? T : never;

/** An object with exactly these fields; fields with a default may be missing. Returns a new object. */
export function fields<S extends Shape>(shape: S): Parser<Fields<S>> {
  return objectOf(shape, false) as Parser<Fields<S>>;
}

/** An object with any of these fields and no others. Returns a new object. */
export function someFields<S extends Shape>(shape: S): Parser<Partial<Fields<S>>> {
  return objectOf(shape, true) as Parser<Partial<Fields<S>>>;
}

/** A list of up to `most` items. A missing list is empty. */
export function listOf<T>(parse: Parser<T>, most: number): OptionalParser<readonly T[]> {
  const parseAll: Parser<readonly T[]> = (value, name) => {
    if (!Array.isArray(value) || value.length > most)
      throw new InvalidValue(`${name} must be a list of up to ${most}`);
    return value.map((each, place) => parse(each, `${name}.${place}`));
  };
  return Object.assign(parseAll, { default: [] });
}

function objectOf(shape: Shape, mayMiss: boolean): Parser<Record<string, unknown>> {
  const parsers = Object.entries(shape).map(([key, of]) =>
    typeof of === 'function'
      ? { key, parse: of, isOptional: mayMiss || 'default' in of }
      : { key, parse: of.parse, isOptional: mayMiss || of.default !== undefined },
  );
  return (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InvalidValue(`${name} must be an object`);
    const given = value as Record<string, unknown>;
    const taken: Record<string, unknown> = {};
    let more = Object.keys(given).length;
    for (const { key, parse, isOptional } of parsers) {
      if (Object.hasOwn(given, key)) {
        taken[key] = parse(given[key], `${name}.${key}`);
        more -= 1;
      } else if (!isOptional) {
        taken[key] = parse(undefined, `${name}.${key}`);
      }
    }
    if (more !== 0) throw new InvalidValue(`${name} must have no other fields`);
    return taken;
  };
}
