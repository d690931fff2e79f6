import {
  columnsOf,
  declarationOf,
  ofTables,
  TABLE_NAMES,
  type AnyRow,
  type NewRow,
  type Rows,
  type TableName,
} from './index.ts';
import { takes, type Value } from './column.ts';

/** Finds a row, deleted or not, by its table and id. */
export type FindRow = (table: TableName, id: string) => AnyRow | undefined;

/** A relation by which rows come and go with another (see Owner and Tree). */
export interface Ownership {
  /** The table of the rows that are owned. */
  readonly table: TableName;
  readonly column: string;
  /** Columns in which those rows have nothing. */
  readonly unless: readonly string[];
  readonly owner: TableName;
  /** Whether a row counts to the limit of its table, whether its owner is there or not. */
  readonly countsAlone: boolean;
}

/** Those of the rows of a table: each row has at most one owner, by the first relation in which it names one. */
export function ownershipsOf(table: TableName): readonly Ownership[] {
  return OWNERSHIPS[table];
}

/** Those in which the rows of this table are the owners. */
export function ownershipsBy(owner: TableName): readonly Ownership[] {
  return OWNED[owner];
}

const OWNERSHIPS = ofTables((table): readonly Ownership[] => {
  const { tree, owner, columns } = declarationOf(table);
  const by = (column: string, ...unless: string[]): Ownership => {
    const above = columns[column]?.references as TableName;
    return {
      table,
      column,
      unless,
      owner: above,
      countsAlone: above === table || (owner?.countsAlone ?? false),
    };
  };
  const above = tree?.isOwner ? [tree.column] : [];
  const beside = owner ? [by(owner.column, ...(owner.unless ? [owner.unless] : []), ...above)] : [];
  return [...above.map((column) => by(column)), ...beside];
});

const OWNED = ofTables((owner) =>
  TABLE_NAMES.flatMap((table) => OWNERSHIPS[table]).filter((ownership) => ownership.owner === owner),
);

/** What a row comes and goes with; null when it is there, or deleted, by itself. */
export function ownerOf(
  table: TableName,
  row: AnyRow,
): { readonly table: TableName; readonly id: string; readonly countsAlone: boolean } | null {
  if (row.deletedAt !== null) return null;
  for (const { column, unless, owner, countsAlone } of OWNERSHIPS[table]) {
    const id = row[column];
    if (typeof id === 'string' && unless.every((other) => (row[other] ?? null) === null))
      return { table: owner, id, countsAlone };
  }
  return null;
}

/** How many rows above a row are looked for, and read by the server: with deleted ones between, there may be more than a tree has levels. */
export const MOST_ABOVE = 8;

/**
 * How many rows below a row are looked at, and how many of them are found, the nearest first: else one change could take as long as its
 * user has rows. It writes no more of them than a push has mutations.
 */
export const MOST_BELOW = { seen: 1_000, found: 500 } as const;

/** Whether the user has the row. Before its owner has come to a device, it is not there either. */
export function isThere(table: TableName, row: AnyRow, find: FindRow, levels = MOST_ABOVE): boolean {
  const owner = ownerOf(table, row);
  if (owner === null) return row.deletedAt === null;
  const found = levels > 0 ? find(owner.table, owner.id) : undefined;
  return found !== undefined && isThere(owner.table, found, find, levels - 1);
}

/** The rows above a row of a tree, its parent first; up to one that is not known. */
export function ancestorsOf<T extends TableName>(table: T, row: AnyRow, find: FindRow): Rows[T][] {
  const column = declarationOf(table).tree?.column ?? '';
  const above: Rows[T][] = [];
  for (let at: AnyRow | undefined = row; at && above.length < MOST_ABOVE;) {
    const id: Value | undefined = at[column];
    at = typeof id === 'string' ? find(table, id) : undefined;
    if (at) above.push(at as Rows[T]);
  }
  return above;
}

const TITLES = ofTables((table) =>
  columnsOf(table).flatMap(([name, column]) =>
    column.maxLength !== null && column.default === undefined ? [name] : [],
  ),
);

/** The columns that a row which is there cannot have empty. */
export function titlesOf(table: TableName): readonly string[] {
  return TITLES[table];
}

/**
 * Whether nothing is left of a row that could be restored: it was deleted for good, or its texts are gone some time after its deletion.
 * Nothing that is there has an empty title.
 */
export function isErased(table: TableName, row: AnyRow): boolean {
  const { purge = '' } = declarationOf(table);
  return (row[purge] ?? null) !== null || TITLES[table].some((column) => row[column] === '');
}

/** Whether that holds of a row, or of what it went with. */
export function isErasedWithOwner(
  table: TableName,
  row: AnyRow,
  find: FindRow,
  levels = MOST_ABOVE,
): boolean {
  if (isErased(table, row)) return true;
  const owner = ownerOf(table, row);
  const found = owner && levels > 0 ? find(owner.table, owner.id) : undefined;
  return found !== undefined && owner !== null && isErasedWithOwner(owner.table, found, find, levels - 1);
}

/** The columns that name rows of another table. */
export function referencesTo(
  table: TableName,
): readonly { readonly table: TableName; readonly column: string }[] {
  return TABLE_NAMES.flatMap((from) =>
    columnsOf(from).flatMap(([name, column]) =>
      column.references === table ? [{ table: from, column: name }] : [],
    ),
  );
}

/** Whether two rows of one table hold the same values, those of a newer app's columns too. */
export function isSameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const keys = Object.keys(a) as (keyof Row)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const DEFAULTS = ofTables((table) =>
  Object.fromEntries(columnsOf(table).map(([name, column]) => [name, column.default])),
);

/** The row without what need not be said. */
export function withoutDefaults<Row extends object>(table: TableName, row: Row): Partial<Row> {
  const defaults = DEFAULTS[table];
  const given = row as Readonly<Record<string, unknown>>;
  const said: Record<string, unknown> = {};
  for (const name of Object.keys(given)) if (given[name] !== defaults[name]) said[name] = given[name];
  return said as Partial<Row>;
}

/**
 * The row with what was not said. What a newer app knows of it besides stays. Its columns are in the order of the schema, so that
 * all rows of a table have one shape, which is read and compared faster.
 */
export function withDefaults<T extends TableName>(table: T, said: Partial<AnyRow>): Rows[T] {
  const row: Record<string, Value | undefined> = {};
  for (const [name, column] of columnsOf(table)) row[name] = said[name] ?? column.default;
  return withUnknown(row, said) as Rows[T];
}

/** Adds the columns that this app does not know. */
function withUnknown(row: Record<string, unknown>, said: object): Record<string, unknown> {
  const names = Object.keys(said);
  for (const name of names) if (!(name in row)) row[name] = (said as Record<string, unknown>)[name];
  return row;
}

/** A new row, with the defaults of what is not said: an older app may have left out what it does not know. */
export function newRow<T extends TableName>(table: T, said: NewRow<T>): Rows[T] {
  return withDefaults(table, said as unknown as Partial<AnyRow>);
}

/** The columns in which two rows with one id differ, with the values of the later one. */
export function changedColumns<Row extends object>(before: Row, after: Row): Partial<Row> {
  const columns: Partial<Row> = {};
  for (const name of Object.keys(after) as (keyof Row)[])
    if (before[name] !== after[name]) columns[name] = after[name];
  return columns;
}

const TYPES = ofTables((table) =>
  columnsOf(table).map(([name, column]) => ({
    name,
    column,
    type: column.sql === 'text' ? 'string' : 'number',
    otherwise: column.default,
    // Long texts are read as they are. So are words that have no default: a newer app may know more of them, and the row is not lost for that.
    isChecked: column.sql !== 'text' || (column.default !== undefined && column.maxLength === null),
  })),
);

/**
 * A row that a device stored, whichever version of the app wrote it: what it does not say, or says in the wrong type or out of its range, is
 * the column's default, and what a newer app knows of it besides stays. Null where a column has none: then it is no row.
 */
export function readRow<T extends TableName>(table: T, stored: unknown): Rows[T] | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const said = stored as Readonly<Record<string, Value | undefined>>;
  const row: Record<string, Value | undefined> = {};
  for (const { name, type, otherwise, column, isChecked } of TYPES[table]) {
    const value = said[name];
    const isRight = typeof value === type && (!isChecked || value === otherwise || takes(column, value));
    row[name] = isRight ? value : otherwise;
    if (row[name] === undefined) return null;
  }
  return withUnknown(row, said) as Rows[T];
}
