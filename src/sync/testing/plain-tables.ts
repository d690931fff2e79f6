import { COLORS } from '#src/domain/colors.ts';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { Place } from '#src/domain/place.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { SettableIn } from '#src/tables/tables.ts';
import type { Mutation, MutatorName } from '#src/tables/operations.ts';

/**
 * A table whose rows are added, edited, deleted and restored, and own nothing. Its meaning is written a second time
 * here, by hand.
 */
interface PlainTable<Settable extends object = Readonly<Record<string, Value>>> {
  /** The first two digits of sample ids. */
  readonly idPrefix: string;
  readonly gone: RejectionCode;
  /** The code for a name that is in use; null where rows may share a name. */
  readonly taken: RejectionCode | null;
  /** The columns that an app may leave out, with the values of a new row. */
  readonly defaults: Partial<Settable>;
  /** The columns with a length, also if they may be empty: the server empties them some time after the row is deleted. */
  readonly texts: readonly (keyof Settable & string)[];
  /** The values that tests choose from: few, so that offline devices choose the same ones. */
  readonly values: { readonly [Name in keyof Settable]: readonly Settable[Name][] };
}

const NAMES = ['Home', 'home', 'Work/Home', '100 %'];
const HEXES = COLORS.map(({ hex }) => hex);

/** All plain tables. The model, arbitrary mutations and simulated users know them from these entries alone. */
export const PLAIN_TABLES = {
  label: {
    idPrefix: '1a',
    gone: 'LABEL_GONE',
    taken: 'DUPLICATE_LABEL',
    defaults: {},
    texts: ['name'],
    values: { name: NAMES, color: HEXES },
  } satisfies PlainTable<SettableIn<'label'>>,
  filter: {
    idPrefix: 'f0',
    gone: 'FILTER_GONE',
    taken: null,
    defaults: { color: null, isFavourite: 0, place: '' },
    texts: ['name', 'query'],
    values: {
      name: NAMES,
      query: ['today', '#Home & !@waiting', 'of a newer app: 1'],
      color: [null, ...HEXES],
      isFavourite: [0, 1],
      place: ['', 'B', 'BV', 'c'] as Place[],
    },
  } satisfies PlainTable<SettableIn<'filter'>>,
} as const;

export type PlainName = keyof typeof PLAIN_TABLES;

export const PLAIN_NAMES = Object.keys(PLAIN_TABLES) as readonly PlainName[];

export type PlainOperation = Extract<MutatorName, `${PlainName}.${string}`>;
export type PlainMutation = Extract<Mutation, { name: PlainOperation }>;

/** The entry of a table, with the types of its columns forgotten. */
export function plainTable(name: PlainName): PlainTable {
  return PLAIN_TABLES[name];
}

/** A value of each plain table. */
export function ofPlainTables<T>(make: (name: PlainName) => T): Record<PlainName, T> {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, make(name)])) as Record<PlainName, T>;
}

export function isPlainOperation(name: MutatorName): name is PlainOperation {
  return PLAIN_NAMES.some((table) => name.startsWith(`${table}.`));
}

export function isPlainMutation(mutation: Mutation): mutation is PlainMutation {
  return isPlainOperation(mutation.name);
}

/** The table of an operation, and its action. */
export function partsOf(name: PlainOperation) {
  return name.split('.') as [PlainName, 'add' | 'edit' | 'delete' | 'restore'];
}
