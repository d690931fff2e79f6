import type { Column, Value } from './column.ts';

export type Columns = Readonly<Record<string, Column>>;

/** The columns that every table has. */
interface BaseColumns {
  readonly id: Column<string>;
  readonly deletedAt: Column<number | null>;
}

/** What is declared of a table, in the order of its columns in a row. */
export interface Table<C extends Columns = Columns, Name extends string = string> {
  readonly columns: C;
  /** How many rows that are there a user may have. */
  readonly limit: number;
  /** Whether there are so many that a device gets them in pages; of other tables it gets all with the first page. */
  readonly isPaged?: boolean;
  /** The column that has a value once a deleted row cannot be restored any more. */
  readonly purge?: Name;
  readonly tree?: Tree<Name>;
  /** The owner of a row that stands below none of its own table. */
  readonly owner?: Owner<Name>;
  readonly unique?: Unique<Name>;
  /** The column of the row's place among all rows of its table: a new row gets the last place, whatever the clocks of devices say. */
  readonly order?: Name;
  /** True: a row stays as it was added, and no operation edits it. */
  readonly isFixed?: true;
}

/** A value that two rows never have at once, compared exactly; with `within` only rows that have the same value there. No edit changes `within`. */
interface Unique<Name extends string> {
  readonly column: Name;
  readonly within?: Name;
}

/** Rows that stand below others of their table, which `column` names; null where a row stands below none. */
interface Tree<Name extends string> {
  readonly column: Name;
  /** How many rows may stand one below the other, below one that stands below none. */
  readonly levels: number;
  /** How many may stand directly below one. */
  readonly children: number;
  /**
   * Whether a row below another comes and goes with that. It then counts to the limit of its table all the same as long as it is not
   * deleted itself: nobody has to go through all below a row to know how many there are.
   */
  readonly isOwner?: boolean;
}

/**
 * A row is there only while the row is that `column` names; unless it has a value in `unless`, with which it stays. So a row of
 * the owner that is deleted, or comes back, takes all of these with it in one write.
 */
interface Owner<Name extends string> {
  readonly column: Name;
  readonly unless?: Name;
  /** Whether it counts to the limit of its table as long as it is not deleted itself, as a row below another of its table does. */
  readonly countsAlone?: boolean;
}

/** What columns hold. */
export type ValuesOf<C> = { readonly [Key in keyof C]: C[Key] extends Column<infer T> ? T : never };

export type RowOf<C extends Columns> = ValuesOf<C> & {
  readonly id: string;
  readonly deletedAt: number | null;
};

/** The names of those columns that need not be said, since they have a default. */
export type OptionalOf<C> = {
  [Key in keyof C]: C[Key] extends Column ? (undefined extends C[Key]['default'] ? never : Key) : never;
}[keyof C];

/** Those columns that an edit may change. */
export type SettableOf<C extends Columns> = {
  readonly [Key in keyof C as C[Key] extends Column<Value, true> ? Key : never]: C[Key];
};

/** Checks what is declared, and keeps its types. */
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
