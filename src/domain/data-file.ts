import type { Collection } from './collection.ts';
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

interface FileCollection {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly position: number;
  readonly createdAt: number;
}

interface FileTask {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly date: string;
  /** Name and colour of its collection, which may be deleted when the task is completed. */
  readonly collection: string;
  readonly color: string;
  readonly collectionId: string;
  readonly createdAt: number;
  /** Of completed tasks alone. */
  readonly completedAt?: number;
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
  const fileTask = ({
    id,
    name,
    description,
    date,
    collectionId,
    createdAt,
    completedAt,
  }: Task): FileTask => {
    const { name: collectionName = '', color = '' } = collection(collectionId) ?? {};
    const task = { id, name, description, date, collection: collectionName, color, collectionId, createdAt };
    return completedAt === null ? task : { ...task, completedAt };
  };
  return {
    collections: collections.map(({ id, name, color, position, createdAt }) => ({
      id,
      name,
      color,
      position,
      createdAt,
    })),
    tasks: active.map(fileTask),
    completedTasks: completed.map(fileTask),
  };
}
