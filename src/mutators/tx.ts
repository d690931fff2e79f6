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

/**
 * What a mutator sees of one user's rows: the view in memory on a device, a buffer over one database transaction on the
 * server. Synchronous on both, so that one function can be both instant and transactional.
 */
export interface Tx {
  /** The row, deleted or not; undefined when there never was one, or its tombstone has been purged. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  /** The collections that are not deleted and have exactly this name, in no particular order. */
  collectionsNamed(name: string): Collection[];
  /** The largest position of a collection, deleted or not; null when there is none. */
  lastPosition(): number | null;
  /** How many rows of the table are not deleted, of tasks neither with their collection (see isThere). */
  count(table: TableName): number;
  /** How many active tasks the collection with this id has, deleted or not. */
  activeIn(collectionId: string): number;
  /** Adds or replaces the row with the same id. */
  set<T extends TableName>(table: T, row: Rows[T]): void;
}

/**
 * One row, or one query, that a mutator is going to read. `collectionOf`: the collection of the task with this id.
 * `namesakesOf`: the collections that are not deleted and have the name of the collection with this id, whatever that is.
 * `lastPosition`: the largest position of all collections. `activeIn`: how many active tasks the collection with this id has; who deletes a collection, or brings it back, reads that,
 * since the count of tasks changes by as many.
 */
export type Read =
  | { table: TableName; id: string }
  | { collectionsNamed: string }
  | { namesakesOf: string }
  | { collectionOf: string }
  | { lastPosition: true }
  | { activeIn: string };

/**
 * One operation, written once for both sides. It is deterministic: ids and times are arguments. `reads` names everything
 * that `run` may read, so that the server fetches a whole batch's rows in few statements before it runs.
 * `run` throws `MutationRejected` to refuse; what it had set by then is dropped.
 */
export interface Mutator<Args> {
  readonly args: Parser<Args>;
  readonly reads: (args: Args) => readonly Read[];
  readonly run: (tx: Tx, args: Args) => void;
}
