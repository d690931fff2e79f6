import { collection } from '#src/tables/collection/table.ts';
import type { Column, Value } from '#src/tables/kit/column.ts';
import { dismissal } from '#src/tables/dismissal/table.ts';
import { filter } from '#src/tables/filter/table.ts';
import { label } from '#src/tables/label/table.ts';
import { proposal } from '#src/tables/proposal/table.ts';
import { reminder } from '#src/tables/reminder/table.ts';
import { section } from '#src/tables/section/table.ts';
import { setting } from '#src/tables/setting/table.ts';
import type { OptionalOf, RowOf, SettableOf, Table, ValuesOf } from '#src/tables/kit/table.ts';
import { task } from '#src/tables/task/table.ts';

/** Every synced table by name, each after the tables that own its rows. Never remove a table or a column. */
export const TABLES = {
  collection,
  section,
  label,
  task,
  setting,
  dismissal,
  reminder,
  filter,
  proposal,
} as const;

export type TableName = keyof typeof TABLES;

export type Rows = { [T in TableName]: RowOf<(typeof TABLES)[T]['columns']> };

type ColumnsOf<T extends TableName> = (typeof TABLES)[T]['columns'];

/** The values of a row that devices set. */
export type SettableIn<T extends TableName> = ValuesOf<SettableOf<ColumnsOf<T>>>;

/** The required and optional values of a new row. */
export type NewRow<T extends TableName> = Omit<Rows[T], OptionalOf<ColumnsOf<T>>> &
  Partial<Pick<Rows[T], OptionalOf<ColumnsOf<T>>>>;

/** A row of any table. */
export type AnyRow = Readonly<Record<string, Value>> & {
  readonly id: string;
  readonly deletedAt: number | null;
};

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** The declaration of a table, without the types of its columns. */
export function declarationOf(table: TableName): Table {
  return TABLES[table];
}

/** The names and declarations of a table's columns, in order. */
export function columnsOf(table: TableName): readonly (readonly [string, Column])[] {
  return COLUMNS[table];
}

/** A record with a value for each table. */
export function byTable<T>(make: (table: TableName) => T): Record<TableName, T> {
  const made = {} as Record<TableName, T>;
  for (const table of TABLE_NAMES) made[table] = make(table);
  return made;
}

const COLUMNS = byTable((table) => Object.entries<Column>(TABLES[table].columns));

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}
