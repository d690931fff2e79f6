import type { Collection } from '#src/domain/collection.ts';
import { idsIn, idSetOf } from '#src/domain/id-set.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { isThere, type FindRow } from '#src/domain/schema/row.ts';
import { exportedOf } from '#src/domain/schema/filed.ts';
import type { Setting } from '#src/domain/setting.ts';
import { placedTask, type Task } from '#src/domain/task.ts';

/**
 * Everything a user has, as a file (specification, sections 3 and 7: `users/{uid}`), with what the product knows besides.
 * Instants are ms since 1970 UTC.
 */
export interface DataFile {
  readonly collections: readonly FileCollection[];
  readonly sections: readonly Partial<Rows['section']>[];
  readonly labels: readonly Partial<Rows['label']>[];
  readonly tasks: readonly FileTask[];
  /** Those too that are only below a completed one: they have no `completedAt` of their own. */
  readonly completedTasks: readonly FileTask[];
  readonly settings: readonly Partial<Setting>[];
  /** Those of the tasks that are in the file. */
  readonly reminders: readonly Partial<Rows['reminder']>[];
  readonly dismissals: readonly Partial<Rows['dismissal']>[];
  readonly filters: readonly Partial<Rows['filter']>[];
}

export type FileListName = keyof DataFile;

/** Those of a file that somebody chose: each entry is still to be looked at. */
export type FileLists = Readonly<Record<FileListName, readonly unknown[]>>;

/** All columns that are not internal, but for those that are null. */
type FileCollection = Partial<Collection>;

/** A sub-task has the collection and the section of its topmost parent. */
interface FileTask extends Partial<Task> {
  /** Name and colour of its collection, which may be deleted when the task is completed. */
  readonly collection: string;
  readonly color: string;
}

interface FileRows {
  /** Those that are not deleted. */
  readonly collections: readonly Collection[];
  readonly sections: readonly Rows['section'][];
  readonly labels: readonly Rows['label'][];
  readonly active: readonly Task[];
  readonly completed: readonly Task[];
  readonly reminders: readonly Rows['reminder'][];
  /** Those that have been chosen. */
  readonly settings: readonly Setting[];
  readonly dismissals: readonly Rows['dismissal'][];
  readonly filters: readonly Rows['filter'][];
  readonly find: FindRow;
}

/** What a row names and is not there, counts as none: the file is without it. */
export function dataFileOf({
  collections,
  sections,
  labels,
  active,
  completed,
  settings,
  reminders,
  dismissals,
  filters,
  find,
}: FileRows): DataFile {
  const isHere = (table: TableName, id: string | null) => {
    const row = id === null ? undefined : find(table, id);
    return row !== undefined && isThere(table, row, find);
  };
  const fileCollection = (row: Collection): FileCollection => {
    const parentId = isHere('collection', row.parentId) ? row.parentId : null;
    return exportedOf('collection', { ...row, parentId });
  };
  const fileTask = (task: Task): FileTask => {
    const placed = placedTask(task, find);
    const section = isHere('section', placed.sectionId) ? find('section', placed.sectionId ?? '') : undefined;
    const sectionId = section?.['collectionId'] === placed.collectionId ? placed.sectionId : null;
    const labelIds = idSetOf(idsIn(placed.labels).filter((id) => isHere('label', id)));
    const seriesId = isHere('task', placed.seriesId) ? placed.seriesId : null;
    const { name = '', color = '' } = (find('collection', placed.collectionId) ?? {}) as Partial<Collection>;
    return {
      ...exportedOf('task', { ...placed, sectionId, seriesId, labels: labelIds }),
      collection: name,
      color,
    };
  };
  return {
    collections: collections.map(fileCollection),
    sections: sections.map((row) => exportedOf('section', row)),
    labels: labels.map((row) => exportedOf('label', row)),
    tasks: active.map(fileTask),
    completedTasks: completed.map(fileTask),
    settings: settings.map((row) => exportedOf('setting', row)),
    reminders: reminders.map((row) => exportedOf('reminder', row)),
    dismissals: dismissals.map((row) => exportedOf('dismissal', row)),
    filters: filters.map((row) => exportedOf('filter', row)),
  };
}
