import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { Parser } from './args.ts';

/** The tables that mutators write and devices hold. */
export interface Rows {
  collection: Collection;
  task: Task;
}

export type TableName = keyof Rows;
export const TABLE_NAMES = ['collection', 'task'] as const satisfies readonly TableName[];

/** The fields that rows can be looked up by, per table: each has an index on the server. */
export interface QueryFields {
  collection: 'name';
  task: 'collectionId';
}

/**
 * What a mutator sees of one user's rows: the view in memory on a device, a buffer over one database transaction on the
 * server. Synchronous on both, so that one function can be both instant and transactional.
 */
export interface Tx {
  /** The row, deleted or not; undefined when there never was one, or its tombstone has been purged. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  /** Rows that are not deleted and whose `field` equals `value` exactly, in no particular order. */
  query<T extends TableName>(table: T, field: QueryFields[T], value: string): Rows[T][];
  /** The deleted tasks of a collection, in no particular order. */
  deletedTasksIn(collectionId: string): Task[];
  /** How many rows of the table are not deleted. */
  count(table: TableName): number;
  /** Adds or replaces the row with the same id. */
  set<T extends TableName>(table: T, row: Rows[T]): void;
}

/**
 * One row, or one query, that a mutator is going to read. `namesakesOf`: the collections that are not deleted and have the
 * name of the collection with this id, whatever that is.
 */
export type Read =
  | {
      [T in TableName]: { table: T; id: string } | { table: T; field: QueryFields[T]; value: string };
    }[TableName]
  | { namesakesOf: string }
  | { deletedTasksIn: string };

/**
 * One operation, written once for both sides. It is deterministic: ids and times are arguments. `reads` names everything
 * that `run` may get or query, so that the server fetches a whole batch's rows in few statements before it runs.
 * `run` throws `MutationRejected` to refuse; what it had set by then is dropped.
 */
export interface Mutator<Args> {
  readonly args: Parser<Args>;
  readonly reads: (args: Args) => readonly Read[];
  readonly run: (tx: Tx, args: Args) => void;
}
