import { dataFileOf, type DataFile } from './data-file.ts';
import type { ArrangedList } from '#src/domain/lists/arrangement.ts';
import { byCompletion } from '#src/domain/lists/families.ts';
import type { ReadonlyTaskLists } from '#src/domain/lists/task-lists.ts';
import { viewSettingOf } from '#src/domain/lists/view-setting.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { FILE_SETTINGS, readFileSetting } from '#src/domain/setting.ts';
import { placedTask, type Task } from '#src/domain/task.ts';
import type { Here } from './import-plan.ts';

/** All rows of a user, deleted ones too, and their lists. A replica is one. */
export interface AllRows {
  readonly userId: string;
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  readonly rows: <T extends TableName>(table: T) => Iterable<Rows[T]>;
  readonly lists: ReadonlyTaskLists;
}

/** Everything the user has: what is to do collection by collection, in its order, and each task before what stands below it. */
export function exportOf(rows: AllRows): DataFile {
  const collections = rows.lists.collections.all();
  const lists: ArrangedList[] = [
    ...(['overdue', 'today', 'upcoming', 'completed'] as const),
    ...collections.map(({ id }) => `in:${id}` as const),
    ...rows.lists.labels().map((id) => `labelled:${id}` as const),
    ...rows.lists.filters().map((id) => `query:${id}` as const),
  ];
  const [active, completed] = [activeTasks(rows), completedTasks(rows)];
  return dataFileOf({
    collections,
    sections: collections.flatMap(({ id }) => sectionsOf(rows, id)),
    labels: labelsOf(rows),
    active,
    completed,
    reminders: remindersOf(rows, [...active, ...completed]),
    settings: [
      ...FILE_SETTINGS.flatMap((name) => {
        const row = rows.get('setting', name);
        return row && readFileSetting(name, row.value) !== null ? [row] : [];
      }),
      ...lists.flatMap((list) => {
        const row = rows.get('setting', viewSettingOf(list));
        return row && row.value !== '' ? [row] : [];
      }),
    ],
    dismissals: dismissalsOf(rows),
    filters: rows.lists.filters().flatMap((id) => rows.get('filter', id) ?? []),
    find: (table, id) => rows.get(table, id),
  });
}

/** What an import has to reckon with. */
export function hereOf(rows: AllRows): Here {
  const tasks = [...activeTasks(rows), ...completedTasks(rows)];
  return {
    userId: rows.userId,
    get: (table, id) => rows.get(table, id),
    collections: rows.lists.collections.all(),
    sectionsOf: (collectionId) => sectionsOf(rows, collectionId),
    labels: labelsOf(rows),
    dismissalCount: dismissalsOf(rows).length,
    filterCount: rows.lists.count('filters'),
    subTaskCount: (id) => rows.lists.count(`under:${id}`),
    taskCount: tasks.length,
    reminderCount: remindersOf(rows, tasks).length,
  };
}

function sectionsOf(rows: AllRows, collectionId: string) {
  return rows.lists.sections
    .in(collectionId)
    .map((id) => rows.get('section', id))
    .filter((row) => row !== undefined);
}

function labelsOf(rows: AllRows) {
  return rows.lists
    .labels()
    .map((id) => rows.get('label', id))
    .filter((row) => row !== undefined);
}

function remindersOf(rows: AllRows, tasks: readonly Task[]) {
  return tasks
    .flatMap(({ id }) => rows.lists.reminders(id))
    .map((id) => rows.get('reminder', id))
    .filter((row) => row !== undefined);
}

function dismissalsOf(rows: AllRows) {
  return [...rows.rows('dismissal')].filter(({ deletedAt }) => deletedAt === null);
}

function activeTasks(rows: AllRows): Task[] {
  const withThoseBelow = (id: string): Task[] => {
    const task = rows.get('task', id);
    return task && !isDone(task, rows) ? [task, ...rows.lists.under(id).flatMap(withThoseBelow)] : [];
  };
  return rows.lists.collections
    .all()
    .flatMap(({ id }) => rows.lists.inCollection(id).flatMap(withThoseBelow));
}

/** Those that are completed, the newest first, each with what is closed by that. */
function completedTasks(rows: AllRows): Task[] {
  const closedBelow = (id: string): Task[] =>
    rows.lists.under(id).flatMap((below) => {
      const task = rows.get('task', below);
      return task && !isDone(task, rows) ? [task, ...closedBelow(below)] : [];
    });
  const completed = [...rows.lists.completed.each()].toSorted(byCompletion);
  return completed.flatMap(({ id }) => {
    const task = rows.get('task', id);
    return task ? [task, ...closedBelow(id)] : [];
  });
}

/** Whether it is completed itself, and not open again as what it stands below has come round. */
function isDone(task: Task, rows: AllRows): boolean {
  return placedTask(task, (table, id) => rows.get(table, id)).completedAt !== null;
}
