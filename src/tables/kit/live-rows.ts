import type { Rows, TableName } from '#src/tables/tables.ts';
import { isErased, isThere } from './row.ts';
import type { Tx } from './tx.ts';

type Find = Pick<Tx, 'get'>;

/** The row; undefined when it is unknown, or deleted on its own or with its owner. */
export function liveRow<T extends TableName>(rows: Find, table: T, id: string): Rows[T] | undefined {
  const row = rows.get(table, id);
  return row && isThere(table, row, (owner, ownerId) => rows.get(owner, ownerId)) ? row : undefined;
}

/** The row, deleted or not; undefined when it is unknown, purged, or without its texts. */
export function keptRow<T extends TableName>(rows: Find, table: T, id: string): Rows[T] | undefined {
  const row = rows.get(table, id);
  return row && isErased(table, row) ? undefined : row;
}
