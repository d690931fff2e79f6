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
  /** How many tasks go with the collection (see goesWith). */
  countTasksWith(collection: Collection): number;
  /** How many rows of the table are not deleted. */
  count(table: TableName): number;
  /** Adds or replaces the row with the same id. */
  set<T extends TableName>(table: T, row: Rows[T]): void;
  /** Changes all tasks that go with the collection (see goesWith), however many: on the server, none of them is read. */
  setTasksWith(collection: Collection, fields: TaskFields): void;
}

/** What can be set of many tasks at once. */
export type TaskFields = Pick<Task, 'deletedAt'> & Partial<Pick<Task, 'updatedAt'>>;

/**
 * One row, or one query, that a mutator is going to read. `namesakesOf`: the collections that are not deleted and have the
 * name of the collection with this id, whatever that is. `tasksWith`: the tasks that go with the collection with this id,
 * to be counted and changed; a mutator that has such a read is *wide*.
 */
export type Read =
  | { table: TableName; id: string }
  | { collectionsNamed: string }
  | { namesakesOf: string }
  | { tasksWith: string };

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
