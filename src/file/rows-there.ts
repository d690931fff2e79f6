import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { byCompletion } from '#src/reading/lists/families.ts';
import type { ReadonlyTaskLists } from '#src/reading/lists/task-lists.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { isThere } from '#src/tables/kit/row.ts';
import { FILE_SETTINGS, readFileSetting } from '#src/tables/setting/setting.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';

/** All rows of a user, including deleted ones, and their lists. A Replica is one. */
export interface AllRows {
  readonly userId: string;
  readonly get: <T extends TableName>(table: T, id: string) => Rows[T] | undefined;
  readonly rows: <T extends TableName>(table: T) => Iterable<Rows[T]>;
  readonly lists: ReadonlyTaskLists;
}

/** The existing rows of a table, in the screens' order if there is one. */
export function rowsThere<T extends TableName>(source: AllRows, table: T): readonly Rows[T][] {
  const ordered = ORDERED[table];
  if (ordered) return ordered(source);
  return [...source.rows(table)].filter((row) => isThere(table, row, (of, id) => source.get(of, id)));
}

/** The active tasks, collection by collection, each before its sub-tasks. */
export function activeTasks(source: AllRows): readonly Task[] {
  const withThoseBelow = (id: string): Task[] => {
    const task = source.get('task', id);
    return task && !isDone(task, source) ? [task, ...source.lists.under(id).flatMap(withThoseBelow)] : [];
  };
  return source.lists.collections
    .all()
    .flatMap(({ id }) => source.lists.inCollection(id).flatMap(withThoseBelow));
}

/** The completed tasks, the newest first, each with the sub-tasks that it closes. */
export function completedTasks(source: AllRows): readonly Task[] {
  const closedBelow = (id: string): Task[] =>
    source.lists.under(id).flatMap((below) => {
      const task = source.get('task', below);
      return task && !isDone(task, source) ? [task, ...closedBelow(below)] : [];
    });
  const completed = [...source.lists.completed.each()].toSorted(byCompletion);
  return completed.flatMap(({ id }) => {
    const task = source.get('task', id);
    return task ? [task, ...closedBelow(id)] : [];
  });
}

const ORDERED: { readonly [T in TableName]?: (source: AllRows) => readonly Rows[T][] } = {
  collection: ({ lists }) => lists.collections.all(),
  section: (source) =>
    rowsOf(
      source,
      'section',
      source.lists.collections.all().flatMap(({ id }) => source.lists.sections.in(id)),
    ),
  label: (source) => rowsOf(source, 'label', source.lists.labels()),
  task: (source) => [...activeTasks(source), ...completedTasks(source)],
  setting: chosenSettings,
  reminder: (source) =>
    rowsOf(
      source,
      'reminder',
      rowsThere(source, 'task').flatMap(({ id }) => source.lists.reminders(id)),
    ),
  filter: (source) => rowsOf(source, 'filter', source.lists.filters()),
};

/** The settings of the user for a file, then the view of each list. */
function chosenSettings(source: AllRows): readonly Rows['setting'][] {
  const { lists } = source;
  const arranged: ArrangedList[] = [
    ...(['overdue', 'today', 'upcoming', 'completed'] as const),
    ...lists.collections.all().map(({ id }) => `in:${id}` as const),
    ...lists.labels().map((id) => `labelled:${id}` as const),
    ...lists.filters().map((id) => `query:${id}` as const),
  ];
  return [
    ...rowsOf(source, 'setting', FILE_SETTINGS).filter(
      ({ id, value }) => readFileSetting(id, value) !== null,
    ),
    ...rowsOf(source, 'setting', arranged.map(viewSettingOf)).filter(({ value }) => value !== ''),
  ];
}

function rowsOf<T extends TableName>(source: AllRows, table: T, ids: readonly string[]): readonly Rows[T][] {
  return ids.flatMap((id) => source.get(table, id) ?? []);
}

/** True if the task is completed, and not reopened by a new occurrence of its parent. */
function isDone(task: Task, source: AllRows): boolean {
  return placedTask(task, (table, id) => source.get(table, id)).completedAt !== null;
}
