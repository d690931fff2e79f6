import { TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';

/**
 * A list of the file: the name of its table and an `s`. Completed tasks have their own list (specification,
 * section 3).
 */
export type FileListName = `${TableName}s` | 'completedTasks';

/**
 * All data of a user as a file (specification, sections 3 and 7: `users/{uid}`), including the product's
 * additional columns. Instants are ms since 1970 UTC. An active task below a completed one is in
 * `completedTasks`, without a `completedAt`.
 */
export type DataFile = {
  readonly [T in TableName as `${T}s`]: readonly FileRow<T>[];
} & { readonly completedTasks: readonly FileRow<'task'>[] };

/** All columns but internal ones and nulls. */
export type FileRow<T extends TableName> = T extends 'task' ? FileTask : Partial<Rows[T]>;

/** The lists of a chosen file. Their entries are unchecked. */
export type FileLists = Readonly<Record<FileListName, readonly unknown[]>>;

/** A sub-task has the collection and the section of its topmost ancestor. */
export interface FileTask extends Partial<Task> {
  /** Name and color of its collection, which may be deleted if the task is completed. */
  readonly collection: string;
  readonly color: string;
}

/** The lists in table order: each after the lists that its rows refer to. */
export const FILE_LISTS: readonly FileListName[] = TABLE_NAMES.flatMap((table) =>
  table === 'task' ? (['tasks', 'completedTasks'] as const) : [`${table}s` as const],
);

/** The table of a list's rows. */
export function tableOf(list: FileListName): TableName {
  return list === 'completedTasks' ? 'task' : (list.slice(0, -1) as TableName);
}

/** A record with a value for each list. */
export function ofLists<T>(make: (list: FileListName) => T): Record<FileListName, T> {
  return Object.fromEntries(FILE_LISTS.map((list) => [list, make(list)])) as Record<FileListName, T>;
}
