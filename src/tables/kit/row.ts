import {
  columnsOf,
  declarationOf,
  byTable,
  TABLE_NAMES,
  type AnyRow,
  type NewRow,
  type Rows,
  type TableName,
} from '#src/tables/tables.ts';
import { takes, type Value } from './column.ts';

/** Finds a row, deleted or not, by its table and id. */
export type FindRow = (table: TableName, id: string) => AnyRow | undefined;

/** A relation whose rows exist only while another row does (see Owner and Tree). */
export interface Ownership {
  /** The table of the owned rows. */
  readonly table: TableName;
  readonly column: string;
  /** Columns that are null in owned rows. */
  readonly unless: readonly string[];
  readonly owner: TableName;
  /** True if an owned row counts to the limit of its table even while its owner is deleted. */
  readonly countsAlone: boolean;
}

/**
 * The relations with owners of this table's rows. Each row has at most one owner, by the first relation that
 * it names one in.
 */
export function ownershipsOf(table: TableName): readonly Ownership[] {
  return OWNERSHIPS[table];
}

/** The relations with this table's rows as owners. */
export function ownershipsBy(owner: TableName): readonly Ownership[] {
  return OWNED[owner];
}

const OWNERSHIPS = byTable((table): readonly Ownership[] => {
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

const OWNED = byTable((owner) =>
  TABLE_NAMES.flatMap((table) => OWNERSHIPS[table]).filter((ownership) => ownership.owner === owner),
);

/** The owner of a row; null for a row that exists, or is deleted, by itself. */
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

/**
 * The most ancestors of a row to look up, and for the server to read. Deleted rows in between may exceed the
 * tree's levels.
 */
export const MOST_ABOVE = 8;

/**
 * The most descendants of a row to look at, and to find, the nearest first. Without these limits, one change
 * could take as long as its user has rows. A change writes no more of them than a push has mutations.
 */
export const MOST_BELOW = { seen: 1_000, found: 500 } as const;

/** True if the row exists for the user. It does not while its owner is missing on this device. */
export function isThere(table: TableName, row: AnyRow, find: FindRow, levels = MOST_ABOVE): boolean {
  const owner = ownerOf(table, row);
  if (owner === null) return row.deletedAt === null;
  const found = levels > 0 ? find(owner.table, owner.id) : undefined;
  return found !== undefined && isThere(owner.table, found, find, levels - 1);
}

/** True if the row counts to the limit of its table: it exists, or counts alone and is not deleted itself. */
export function isCounted(
  table: TableName,
  row: AnyRow,
  find: FindRow,
  owner: ReturnType<typeof ownerOf> = ownerOf(table, row),
): boolean {
  return owner?.countsAlone === true || isThere(table, row, find);
}

/** The ancestors of a row in a tree, its parent first, up to a missing one. */
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

const TEXTS = byTable((table) =>
  columnsOf(table).flatMap(([name, column]) => (column.maxLength === null ? [] : [name])),
);

/** The columns with texts that may be long (see Column.maxLength). */
export function textsOf(table: TableName): readonly string[] {
  return TEXTS[table];
}

const TITLES = byTable((table) =>
  columnsOf(table).flatMap(([name, column]) =>
    column.maxLength !== null && column.default === undefined ? [name] : [],
  ),
);

/** The columns that an existing row must not have empty. */
export function titlesOf(table: TableName): readonly string[] {
  return TITLES[table];
}

/**
 * True if nothing of a row is left to restore: it was deleted for good, or its texts were erased some time
 * after its deletion. Existing rows never have an empty title.
 */
export function isErased(table: TableName, row: AnyRow): boolean {
  const { purge = '' } = declarationOf(table);
  return (row[purge] ?? null) !== null || TITLES[table].some((column) => row[column] === '');
}

/** True if the row is erased, or the owner that it was deleted with. */
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

/** The columns that refer to rows of the table. */
export function referencesTo(
  table: TableName,
): readonly { readonly table: TableName; readonly column: string }[] {
  return TABLE_NAMES.flatMap((from) =>
    columnsOf(from).flatMap(([name, column]) =>
      column.references === table ? [{ table: from, column: name }] : [],
    ),
  );
}

/** True if two rows of one table have equal values, including columns of a newer app. */
export function isSameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const keys = Object.keys(a) as (keyof Row)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const DEFAULTS = byTable((table) =>
  Object.fromEntries(columnsOf(table).map(([name, column]) => [name, column.default])),
);

/** The row without default values. */
export function withoutDefaults<Row extends object>(table: TableName, row: Row): Partial<Row> {
  const defaults = DEFAULTS[table];
  const given = row as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(given)) if (given[name] !== defaults[name]) values[name] = given[name];
  return values as Partial<Row>;
}

/**
 * The row with defaults for missing values. Columns of a newer app stay. The columns are in the schema's
 * order, so that all rows of a table have one shape, which makes reading and comparing faster.
 */
export function withDefaults<T extends TableName>(table: T, values: Partial<AnyRow>): Rows[T] {
  const row: Record<string, Value | undefined> = { ...DEFAULTS[table] };
  for (const name of Object.keys(values)) {
    const value = values[name];
    if ((value ?? null) !== null || !(name in row)) row[name] = value;
  }
  return row as Rows[T];
}

/** Adds the columns unknown to this app. */
function withUnknown(row: Record<string, unknown>, values: object): Record<string, unknown> {
  const names = Object.keys(values);
  for (const name of names) if (!(name in row)) row[name] = (values as Record<string, unknown>)[name];
  return row;
}

/** A new row with defaults for missing values: an older app omits the columns unknown to it. */
export function newRow<T extends TableName>(table: T, values: NewRow<T>): Rows[T] {
  return withDefaults(table, values as unknown as Partial<AnyRow>);
}

/** The columns that differ between two versions of a row, with the later values. */
export function changedColumns<Row extends object>(before: Row, after: Row): Partial<Row> {
  const columns: Partial<Row> = {};
  for (const name of Object.keys(after) as (keyof Row)[])
    if (before[name] !== after[name]) columns[name] = after[name];
  return columns;
}

const TYPES = byTable((table) =>
  columnsOf(table).map(([name, column]) => ({
    name,
    column,
    type: column.sql === 'text' ? 'string' : 'number',
    otherwise: column.default,
    // Long texts are not checked. Neither are words without a default: a newer app may know more of them, and
    // the row must not be lost for that.
    isChecked: column.sql !== 'text' || (column.default !== undefined && column.maxLength === null),
  })),
);

/**
 * A row stored by any version of the app. A missing value, one of the wrong type or out of range becomes the
 * column's default; columns of a newer app stay. Null if a column without a default has no valid value.
 */
export function readRow<T extends TableName>(table: T, stored: unknown): Rows[T] | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const values = stored as Readonly<Record<string, Value | undefined>>;
  const row: Record<string, Value | undefined> = { ...DEFAULTS[table] };
  for (const { name, type, otherwise, column, isChecked } of TYPES[table]) {
    const value = values[name];
    const isRight = typeof value === type && (!isChecked || value === otherwise || takes(column, value));
    if (isRight) row[name] = value;
    else if (otherwise === undefined) return null;
  }
  return withUnknown(row, values) as Rows[T];
}
