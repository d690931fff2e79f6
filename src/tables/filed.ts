import { takes } from '#src/tables/kit/column.ts';
import { columnsOf, byTable, type Rows, type SettableIn, type TableName } from './tables.ts';
import { some } from './settable-values.ts';

const EXPORTED = byTable((table) =>
  columnsOf(table).flatMap(([name, column]) => (column.isInternal ? [] : [name])),
);

/** The settable values of a row in a file. Invalid ones are omitted. */
export function readSettable<T extends TableName>(
  table: T,
  given: Readonly<Record<string, unknown>>,
): Partial<SettableIn<T>> {
  const settable = columnsOf(table).filter(
    // No column takes undefined, and finding that out costs an error.
    ([name, column]) => column.isSettable && given[name] !== undefined && takes(column, given[name]),
  );
  return Object.fromEntries(settable.map(([name, { parse }]) => [name, parse(given[name], name)])) as Partial<
    SettableIn<T>
  >;
}

/** The values of a row for the user's export, without nulls. */
export function exportedOf<T extends TableName>(table: T, row: Rows[T]): Partial<Rows[T]> {
  const exported = Object.entries(some(EXPORTED[table], row)).filter(([, value]) => value !== null);
  return Object.fromEntries(exported) as Partial<Rows[T]>;
}
