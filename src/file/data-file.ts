import { TABLE_NAMES, type Rows, type TableName } from '#src/domain/schema/index.ts';
import type { Task } from '#src/domain/task.ts';

/** A list of the file: the name of its table and an `s`. Completed tasks have a list of their own (specification, section 3). */
export type FileListName = `${TableName}s` | 'completedTasks';

/**
 * Everything a user has, as a file (specification, sections 3 and 7: `users/{uid}`), with what the product knows besides.
 * Instants are ms since 1970 UTC. A task that is only below a completed one is in `completedTasks`, without a `completedAt`.
 */
export type DataFile = {
  readonly [T in TableName as `${T}s`]: readonly FileRow<T>[];
} & { readonly completedTasks: readonly FileRow<'task'>[] };

/** All columns that are not internal, but for those that are null. */
export type FileRow<T extends TableName> = T extends 'task' ? FileTask : Partial<Rows[T]>;

/** The lists of a file that somebody chose. Nothing is known yet of their entries. */
export type FileLists = Readonly<Record<FileListName, readonly unknown[]>>;

/** A sub-task has the collection and the section of its topmost parent. */
export interface FileTask extends Partial<Task> {
  /** Name and colour of its collection, which may be deleted when the task is completed. */
  readonly collection: string;
  readonly color: string;
}

/** The lists in the order of their tables: each after the lists whose rows its own name. */
export const FILE_LISTS: readonly FileListName[] = TABLE_NAMES.flatMap((table) =>
  table === 'task' ? (['tasks', 'completedTasks'] as const) : [`${table}s` as const],
);

/** The table of a list's rows. */
export function tableOf(list: FileListName): TableName {
  return list === 'completedTasks' ? 'task' : (list.slice(0, -1) as TableName);
}

/** Something of each list. */
export function ofLists<T>(make: (list: FileListName) => T): Record<FileListName, T> {
  return Object.fromEntries(FILE_LISTS.map((list) => [list, make(list)])) as Record<FileListName, T>;
}
