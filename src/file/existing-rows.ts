import type { Rows, TableName } from '#src/tables/tables.ts';
import { rowsThere, type AllRows } from './rows-there.ts';

/** The user's existing data, which a file is imported into. */
export interface ExistingRows {
  readonly userId: string;
  /** A row, deleted or not. */
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  /** The existing rows of a table. */
  readonly rows: <T extends TableName>(table: T) => readonly Rows[T][];
  /** The number of existing rows of a table. */
  readonly count: (table: TableName) => number;
  readonly subTaskCount: (taskId: string) => number;
}

/** A snapshot of the rows of `source`, with each table read once. */
export function existingRowsOf(source: AllRows): ExistingRows {
  const read = new Map<TableName, readonly unknown[]>();
  const rows = <T extends TableName>(table: T): readonly Rows[T][] => {
    const known = read.get(table) ?? rowsThere(source, table);
    read.set(table, known);
    return known as readonly Rows[T][];
  };
  return {
    userId: source.userId,
    get: (table, id) => source.get(table, id),
    rows,
    count: (table) => rows(table).length,
    subTaskCount: (id) => source.lists.count(`under:${id}`),
  };
}
