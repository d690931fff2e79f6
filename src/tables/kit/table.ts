import type { Column, Value } from './column.ts';

export type Columns = Readonly<Record<string, Column>>;

/** The columns that every table has. */
interface BaseColumns {
  readonly id: Column<string>;
  readonly deletedAt: Column<number | null>;
}

/** The declaration of a table. The columns are in the order of a row. */
export interface Table<C extends Columns = Columns, Name extends string = string> {
  readonly columns: C;
  /** The most existing rows of a user. */
  readonly limit: number;
  /**
   * True for a large table: a device gets its rows in pages, and the rows of other tables all with the first
   * page.
   */
  readonly isPaged?: boolean;
  /** The column that is set once a deleted row cannot be restored. */
  readonly purge?: Name;
  /** The column of the instant when a row expires. As long after as a deleted row can be restored, it is deleted for good. */
  readonly expiry?: Name;
  readonly tree?: Tree<Name>;
  /** The owner of a row without a parent in its own table. */
  readonly owner?: Owner<Name>;
  readonly unique?: Unique<Name>;
  /**
   * The column of the row's place in its table: a new row gets the last place, regardless of the devices'
   * clocks.
   */
  readonly order?: Name;
  /** True for rows that no operation edits. */
  readonly isFixed?: true;
}

/**
 * A column without equal values among existing rows, compared exactly; with `within`, among the rows with an
 * equal value there. No edit changes `within`.
 */
interface Unique<Name extends string> {
  readonly column: Name;
  readonly within?: Name;
}

/** A tree: `column` names the parent in the same table, or is null. */
interface Tree<Name extends string> {
  readonly column: Name;
  /** The most levels below a row without a parent. */
  readonly levels: number;
  /** The most direct children of a row. */
  readonly children: number;
  /**
   * True if a row exists only while its parent does. Unless it is deleted itself it still counts to its
   * table's limit: counting must not require a walk through all descendants.
   */
  readonly isOwner?: boolean;
}

/**
 * A row exists only while the owner that `column` names does, unless its column `unless` has a value. So
 * deleting or restoring the owner hides or shows all of them in one write.
 */
interface Owner<Name extends string> {
  readonly column: Name;
  readonly unless?: Name;
  /** True if the row counts to its table's limit unless it is deleted itself, like a child in a tree. */
  readonly countsAlone?: boolean;
}

/** The types of the columns' values. */
export type ValuesOf<C> = { readonly [Key in keyof C]: C[Key] extends Column<infer T> ? T : never };

export type RowOf<C extends Columns> = ValuesOf<C> & {
  readonly id: string;
  readonly deletedAt: number | null;
};

/** The names of the optional columns: they have a default. */
export type OptionalOf<C> = {
  [Key in keyof C]: C[Key] extends Column ? (undefined extends C[Key]['default'] ? never : Key) : never;
}[keyof C];

/** The columns that an edit may change. */
export type SettableOf<C extends Columns> = {
  readonly [Key in keyof C as C[Key] extends Column<Value, true> ? Key : never]: C[Key];
};

/** Checks a declaration, and keeps its exact types. */
export function table<
  const C extends BaseColumns & Columns,
  const D extends Omit<Table<C, keyof C & string>, 'columns'>,
>(declared: { readonly columns: C } & D & { readonly [Unknown in Exclude<keyof D, keyof Table>]: never }) {
  return declared;
}

export function settableOf<C extends Columns>({ columns }: { readonly columns: C }): SettableOf<C> {
  return Object.fromEntries(
    Object.entries(columns).filter(([, column]) => column.isSettable),
  ) as SettableOf<C>;
}
