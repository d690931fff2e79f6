import type { Parser, Value } from '#src/domain/schema/column.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';

/** A column of the table, by name. */
export type ColumnName<T extends TableName> = keyof Rows[T] & string;

/**
 * What a mutator sees of one user's rows: the view in memory on a device, a buffer over one database transaction on the
 * server. Synchronous on both, so that one function can be both instant and transactional.
 */
export interface Tx {
  /** The row, deleted or not; undefined when there never was one, or its tombstone has been purged. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  /** The rows that are not deleted and have exactly this value in the column, in no particular order. */
  having<T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][];
  /** The largest number in a column, deleted rows too; null when there is none. */
  largest<T extends TableName>(table: T, column: ColumnName<T>): number | null;
  /** How many rows of the table are there (see isThere). */
  count(table: TableName): number;
  /** How many rows of the table come and go with the owner of this id, whether that is there or not. */
  ownedBy(table: TableName, ownerId: string): number;
  /** How many levels of rows that are not deleted stand below the row of this id in the tree of its table. */
  levelsBelow(table: TableName, id: string): number;
  /**
   * The rows below the row of this id that are not deleted and have a value in one of the columns, those above before those below. The
   * nearest ones, up to MOST_BELOW, in an order that is the same everywhere.
   */
  below<T extends TableName>(table: T, id: string, columns: readonly ColumnName<T>[]): RowBelow<Rows[T]>[];
  /** Adds or replaces the row with the same id. */
  set<T extends TableName>(table: T, row: Rows[T]): void;
}

export interface RowBelow<Row> {
  readonly row: Row;
  /** The id of the nearest row above it that was found too; that of the row all of them stand below where there is none. */
  readonly above: string;
}

/**
 * One row, or one query, that a mutator is going to read. `likeId`: the rows that have the same value as the row of this id,
 * whatever that is. `above`: the rows above the row of this id in the tree of its table, and what owns the topmost of them. Whoever
 * deletes an owner, or brings it back, reads how many rows are `ownedBy` it, since their count changes by as many.
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

/** The rows as they are before an operation runs. */
export type RowsBefore = Pick<Tx, 'get' | 'below'>;

/** A call of the operation of this name. */
export interface Call<Name extends string, Args> {
  readonly name: Name;
  readonly args: Args;
}

/**
 * One operation, written once for both sides. It is deterministic: ids and times are arguments. `reads` names everything
 * that `run` may read, so that the server fetches a whole batch's rows in few statements before it runs.
 * `run` throws `MutationRejected` to reject; what it had set by then is dropped.
 *
 * `inverse` gives the operation that undoes this one, with the same time; null when this one changes nothing, or deletes for good. It tells
 * nothing of an operation that will be rejected. After the inverse the user sees the rows of before, but for `updatedAt` and for a task that
 * another collection got: reopened in it, or completed and out of a deleted one, it stays.
 */
export interface Mutator<Args, Inverse extends Call<string, object> = never> {
  readonly args: Parser<Args>;
  readonly reads: (args: Args) => readonly Read[];
  readonly run: (tx: Tx, args: Args) => void;
  readonly inverse: (rows: RowsBefore, args: Args) => Inverse | null;
}
