import type { Collection } from '#src/domain/collection.ts';
import { isErased, isThere, type Task } from '#src/domain/task.ts';
import type { Rows as RowsByTable, TableName, Tx } from './tx.ts';

type Rows = Pick<Tx, 'get'>;

/** The collection; undefined when it is deleted or unknown. */
export function liveCollection(rows: Rows, id: string): Collection | undefined {
  const collection = rows.get('collection', id);
  return collection?.deletedAt === null ? collection : undefined;
}

/** The task; undefined when it is unknown or deleted, on its own or with its collection. */
export function liveTask(rows: Rows, id: string): Task | undefined {
  const task = rows.get('task', id);
  return task && isThere(task, rows.get('collection', task.collectionId)) ? task : undefined;
}

/** The row, deleted or not; undefined when nothing is left of it, as it never was, is purged, or its text is gone. */
export function keptRow<T extends TableName>(rows: Rows, table: T, id: string): RowsByTable[T] | undefined {
  const row = rows.get(table, id);
  return row && isErased(row) ? undefined : row;
}
