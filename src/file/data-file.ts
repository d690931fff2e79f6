import { TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';

/** The tables of the file. A proposal is no data of the user's: it belongs to a program, and expires. */
export type FileTable = Exclude<TableName, 'proposal'>;

export const FILE_TABLES = TABLE_NAMES.filter((table): table is FileTable => table !== 'proposal');

/**
 * A list of the file: the name of its table and an `s`. Completed tasks have their own list (specification,
 * section 3).
 */
export type FileListName = `${FileTable}s` | 'completedTasks';

/**
 * All data of a user as a file (specification, sections 3 and 7: `users/{uid}`), including the product's
 * additional columns. Instants are ms since 1970 UTC. An active task below a completed one is in
 * `completedTasks`, without a `completedAt`.
 */
export type DataFile = {
  readonly [T in FileTable as `${T}s`]: readonly FileRow<T>[];
} & { readonly completedTasks: readonly FileRow<'task'>[] };

/** All columns but internal ones and nulls. */
export type FileRow<T extends FileTable> = T extends 'task' ? FileTask : Partial<Rows[T]>;

/** The lists of a chosen file. Their entries are unchecked. */
export type FileLists = Readonly<Record<FileListName, readonly unknown[]>>;

/** A sub-task has the collection and the section of its topmost ancestor. */
export interface FileTask extends Partial<Task> {
  /** Name and color of its collection, which may be deleted if the task is completed. */
  readonly collection: string;
  readonly color: string;
}

/** The lists in table order: each after the lists that its rows refer to. */
export const FILE_LISTS: readonly FileListName[] = FILE_TABLES.flatMap((table) =>
  table === 'task' ? (['tasks', 'completedTasks'] as const) : [`${table}s` as const],
);

/** The table of a list's rows. */
export function tableOf(list: FileListName): FileTable {
  return list === 'completedTasks' ? 'task' : (list.slice(0, -1) as FileTable);
}

/** A record with a value for each list. */
export function ofLists<T>(make: (list: FileListName) => T): Record<FileListName, T> {
  return Object.fromEntries(FILE_LISTS.map((list) => [list, make(list)])) as Record<FileListName, T>;
}
