import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { rowsThere, type AllRows } from './rows-there.ts';

/** The rows of a user into which a file is imported. */
export interface Here {
  readonly userId: string;
  /** A row, deleted or not. */
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  /** The rows of a table that are there. */
  readonly rows: <T extends TableName>(table: T) => readonly Rows[T][];
  /** The number of rows of a table that are there. */
  readonly count: (table: TableName) => number;
  readonly subTaskCount: (taskId: string) => number;
}

/** The rows of `source` as they are now; each table is read once. */
export function hereOf(source: AllRows): Here {
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
