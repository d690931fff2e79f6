import type { Collection } from './collection.ts';
import { exportedOf } from './schema/said.ts';
import type { Task } from './task.ts';

/**
 * Everything a user has, as a file (specification, sections 3 and 7: `users/{uid}`), with what the product knows besides.
 * Instants are ms since 1970 UTC.
 */
export interface DataFile {
  readonly collections: readonly FileCollection[];
  readonly tasks: readonly FileTask[];
  readonly completedTasks: readonly FileTask[];
}

export type FileListName = keyof DataFile;

/** Those of a file that somebody chose: each entry is still to be looked at. */
export type FileLists = Readonly<Record<FileListName, readonly unknown[]>>;

/** All columns that are not internal, but for those that are null. */
type FileCollection = Partial<Collection>;

interface FileTask extends Partial<Task> {
  /** Name and colour of its collection, which may be deleted when the task is completed. */
  readonly collection: string;
  readonly color: string;
}

interface Rows {
  /** Those that are not deleted. */
  readonly collections: readonly Collection[];
  readonly active: readonly Task[];
  readonly completed: readonly Task[];
  /** A collection, deleted or not. */
  readonly collection: (id: string) => Collection | undefined;
}

export function dataFileOf({ collections, active, completed, collection }: Rows): DataFile {
  const fileTask = (task: Task): FileTask => {
    const { name = '', color = '' } = collection(task.collectionId) ?? {};
    return { ...exportedOf('task', task), collection: name, color };
  };
  return {
    collections: collections.map((row) => exportedOf('collection', row)),
    tasks: active.map(fileTask),
    completedTasks: completed.map(fileTask),
  };
}
