import type { Parser, Value } from './column.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';

/** The name of a column of the table. */
export type ColumnName<T extends TableName> = keyof Rows[T] & string;

/**
 * One user's rows as a mutator sees them: the view in memory on a device, and a buffer over one database transaction on
 * the server. Both are synchronous, so that one function can be instant on the one and transactional on the other.
 */
export interface Tx {
  /** The row, deleted or not; undefined when it never existed or its tombstone is purged. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  /** The undeleted rows with exactly this value in the column, in no particular order. */
  having<T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][];
  /** The largest number in a column, deleted rows too; null without rows. */
  largest<T extends TableName>(table: T, column: ColumnName<T>): number | null;
  /** How many rows of the table are there (see isThere). */
  count(table: TableName): number;
  /** How many rows of the table belong to the owner of this id, whether the owner is there or not. */
  ownedBy(table: TableName, ownerId: string): number;
  /** How many levels of undeleted rows are below the row of this id in the tree of its table. */
  levelsBelow(table: TableName, id: string): number;
  /**
   * The undeleted rows below the row of this id with a value in one of the columns, each after the rows above it. Only
   * the nearest ones up to MOST_BELOW, in an order that is the same everywhere.
   */
  below<T extends TableName>(table: T, id: string, columns: readonly ColumnName<T>[]): RowBelow<Rows[T]>[];
  /** Adds the row. It replaces a row with the same id. */
  set<T extends TableName>(table: T, row: Rows[T]): void;
}

export interface RowBelow<Row> {
  readonly row: Row;
  /** The id of the nearest row above it that was found too. Without one, the id of the row that all of them are below. */
  readonly above: string;
}

/**
 * One row, or one query, that a mutator is going to read. `likeId`: the rows with the same value as the row of this id.
 * `above`: the rows above the row of this id in the tree of its table, and the owner of the topmost one. A mutator that
 * deletes or restores an owner reads how many rows are `ownedBy` it, since their count changes by as many.
 */
export type Read =
  | { readonly table: TableName; readonly id: string }
  | { readonly table: TableName; readonly column: string; readonly value: Value }
  | { readonly table: TableName; readonly column: string; readonly likeId: string }
  | { readonly table: TableName; readonly above: string }
  | { readonly table: TableName; readonly largest: string }
  | { readonly table: TableName; readonly ownedBy: string }
  | { readonly table: TableName; readonly levelsBelow: string }
  | { readonly table: TableName; readonly below: string; readonly columns: readonly string[] };

/** The rows before an operation runs. */
export type RowsBefore = Pick<Tx, 'get' | 'below'>;

/** A call of the operation of this name. */
export interface Call<Name extends string, Args> {
  readonly name: Name;
  readonly args: Args;
}

/**
 * One operation, written once for both sides. It is deterministic: ids and times are arguments. `reads` names
 * everything that `run` may read, so that the server fetches the rows of a whole batch in few statements before it
 * runs. `run` throws `MutationRejected` to reject; its writes are then dropped.
 *
 * `inverse` gives the operation that undoes this one, with the same time. Null when this one changes nothing, or
 * deletes for good. For an operation that will be rejected, its result means nothing. After the inverse, the user sees
 * the rows as before, with two exceptions: `updatedAt`, and a task that got another collection. A task reopened in a
 * collection, or a completed task moved out of a deleted one, stays where it is.
 */
export interface Mutator<Args, Inverse extends Call<string, object> = never> {
  readonly args: Parser<Args>;
  readonly reads: (args: Args) => readonly Read[];
  readonly run: (tx: Tx, args: Args) => void;
  readonly inverse: (rows: RowsBefore, args: Args) => Inverse | null;
}
