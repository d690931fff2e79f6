import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import type { Rows, TABLES, TableName } from '#src/tables/tables.ts';
import { liveRow } from './live-rows.ts';
import type { Tx } from './tx.ts';

/** Tables with unique names of live rows. */
export type NamedTable = {
  [T in TableName]: (typeof TABLES)[T] extends { readonly unique: { readonly column: 'name' } } ? T : never;
}[TableName];

/** Tables whose rows have a name. */
export type TitledTable = {
  [T in TableName]: 'name' extends keyof (typeof TABLES)[T]['columns'] ? T : never;
}[TableName];

/** Tables whose rows are deleted and restored on their own. Each has a code for a row that is gone. */
export type RestoredTable = {
  [T in TableName]: `${Uppercase<T>}_GONE` extends RejectionCode ? T : never;
}[TableName];

/** The code for a change to a row that is not there. */
export function goneCode(table: RestoredTable | 'task'): RejectionCode {
  return table === 'task' ? 'GONE' : (`${inCapitals(table)}_GONE` as const);
}

/** The code for a name that another row has. */
export function takenCode(table: NamedTable): RejectionCode {
  return `DUPLICATE_${inCapitals(table)}` as const;
}

/** The row. Rejects with the table's code unless the row is there. */
export function requireLive<T extends RestoredTable | 'task'>(tx: Tx, table: T, id: string): Rows[T] {
  const row = liveRow(tx, table, id);
  if (!row) throw goneFrom(table);
  return row;
}

export function goneFrom(table: RestoredTable | 'task'): MutationRejected {
  return new MutationRejected(goneCode(table));
}

/** The name of a table as codes write it. */
export function inCapitals<T extends TableName>(table: T): Uppercase<T> {
  return table.toUpperCase() as Uppercase<T>;
}
