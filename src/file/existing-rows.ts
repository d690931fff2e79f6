import type { Rows, TableName } from '#src/tables/tables.ts';
import { isCounted } from '#src/tables/kit/row.ts';
import { rowsThere, type AllRows } from './rows-there.ts';

/** The user's existing data, which a file is imported into. */
export interface ExistingRows {
  readonly userId: string;
  /** A row, deleted or not. */
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  /** The existing rows of a table. */
  readonly rows: <T extends TableName>(table: T) => readonly Rows[T][];
  /** The number of rows of a table that the server compares with its limit. */
  readonly count: (table: TableName) => number;
  readonly subTaskCount: (taskId: string) => number;
}

/** A snapshot of the rows of `source`, with each table read and counted once. */
export function existingRowsOf(source: AllRows): ExistingRows {
  const read = new Map<TableName, readonly unknown[]>();
  const rows = <T extends TableName>(table: T): readonly Rows[T][] => {
    const known = read.get(table) ?? rowsThere(source, table);
    read.set(table, known);
    return known as readonly Rows[T][];
  };
  const counts = new Map<TableName, number>();
  const count = (table: TableName): number => {
    const known = counts.get(table) ?? countOf(source, table);
    counts.set(table, known);
    return known;
  };
  return {
    userId: source.userId,
    get: (table, id) => source.get(table, id),
    rows,
    count,
    subTaskCount: (id) => source.lists.count(`under:${id}`),
  };
}

function countOf(source: AllRows, table: TableName): number {
  let count = 0;
  for (const row of source.rows(table)) if (isCounted(table, row, (of, id) => source.get(of, id))) count += 1;
  return count;
}
