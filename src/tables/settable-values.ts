import type { Value } from '#src/tables/kit/column.ts';
import { columnsOf, byTable, type SettableIn, type TableName } from './tables.ts';

const SETTABLE = byTable((table) =>
  columnsOf(table).flatMap(([name, column]) => (column.isSettable ? [name] : [])),
);

/** The settable values of a row, which make another row like it. */
export function settableIn<T extends TableName>(table: T, row: SettableIn<T>): SettableIn<T> {
  return some(SETTABLE[table], row) as SettableIn<T>;
}

/** The values of these columns. */
export function some(names: readonly string[], row: object): Record<string, Value> {
  const values = row as Readonly<Record<string, Value>>;
  return Object.fromEntries(names.map((name) => [name, values[name] as Value]));
}
