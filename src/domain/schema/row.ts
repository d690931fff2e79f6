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
import type { Value } from './column.ts';

/** Finds a row, deleted or not, by its table and id. */
export type FindRow = (table: TableName, id: string) => AnyRow | undefined;

/** A relation by which rows come and go with another (see Owner). */
export interface Ownership {
  /** The table of the rows that are owned. */
  readonly table: TableName;
  readonly column: string;
  readonly unless: string;
  readonly owner: TableName;
}

/** Of the rows of this table; null when they are there by themselves. */
export function ownershipOf(table: TableName): Ownership | null {
  return OWNERSHIPS[table];
}

/** Those in which the rows of this table are the owners. */
export function ownershipsBy(owner: TableName): readonly Ownership[] {
  return OWNED[owner];
}

const OWNERSHIPS = ofTables((table): Ownership | null => {
  const { owner, columns } = declarationOf(table);
  if (!owner) return null;
  return { table, ...owner, owner: columns[owner.column]?.references as TableName };
});

const OWNED = ofTables((owner) =>
  TABLE_NAMES.flatMap((table) => OWNERSHIPS[table] ?? []).filter((ownership) => ownership.owner === owner),
);

/** The id of the owner that a row comes and goes with; null when it is there, or deleted, by itself. */
export function ownerIdOf(table: TableName, row: AnyRow): string | null {
  const ownership = OWNERSHIPS[table];
  if (!ownership || row.deletedAt !== null || row[ownership.unless] !== null) return null;
  return row[ownership.column] as string;
}

/** Whether the user has the row. Before its owner has come to a device, it is not there either. */
export function isThere(table: TableName, row: AnyRow, find: FindRow): boolean {
  const ownerId = ownerIdOf(table, row);
  const ownership = OWNERSHIPS[table];
  if (ownerId === null || !ownership) return row.deletedAt === null;
  const owner = find(ownership.owner, ownerId);
  return owner !== undefined && isThere(ownership.owner, owner, find);
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

/** Whether the texts of a row are gone, some time after its deletion: nothing that is there has an empty title. */
export function isErased(table: TableName, row: AnyRow): boolean {
  return TITLES[table].some((column) => row[column] === '');
}

/** The columns that hold what the user wrote. */
export const TEXTS = ofTables((table) =>
  columnsOf(table).flatMap(([name, column]) => (column.maxLength === null ? [] : [name])),
);

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
export function isSameRow(a: AnyRow | undefined, b: AnyRow | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const keys = Object.keys(a);
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

/** Also with the columns that this app does not know. */
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
    type: column.sql === 'text' ? 'string' : 'number',
    otherwise: column.default,
  })),
);

/**
 * A row that a device stored, whichever version of the app wrote it: what it does not say, or says in the wrong type, is the
 * column's default, and what a newer app knows of it besides stays. Null where a column has none: then it is no row.
 */
export function readRow<T extends TableName>(table: T, stored: unknown): Rows[T] | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const said = stored as Readonly<Record<string, Value | undefined>>;
  const row: Record<string, Value | undefined> = {};
  for (const { name, type, otherwise } of TYPES[table]) {
    const value = said[name];
    row[name] = typeof value === type ? value : otherwise;
    if (row[name] === undefined) return null;
  }
  return withUnknown(row, said) as Rows[T];
}
