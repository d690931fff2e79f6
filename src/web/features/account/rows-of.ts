import { dataFileOf, type DataFile } from '#src/domain/data-file.ts';
import type { Task } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Here } from './plan-import.ts';

export type Rows = Pick<Replica, 'userId' | 'task' | 'collection' | 'collections' | 'lists'>;

/** Everything the user has, in the order in which it is shown. */
export function exportOf(rows: Rows): DataFile {
  const { lists } = rows;
  const tasks = (ids: readonly string[]) =>
    ids.map((id) => rows.task(id)).filter((task): task is Task => task !== undefined);
  const inGroups = (groups: readonly { readonly ids: readonly string[] }[]) =>
    tasks(groups.flatMap(({ ids }) => ids));
  return dataFileOf({
    collections: rows.collections(),
    active: [...inGroups(lists.overdue()), ...tasks(lists.today()), ...inGroups(lists.upcoming())],
    completed: inGroups(lists.completed()),
    collection: (id) => rows.collection(id),
  });
}

/** What an import has to reckon with. */
export function hereOf(rows: Rows): Here {
  const lists = ['overdue', 'today', 'upcoming', 'completed'] as const;
  return {
    userId: rows.userId,
    task: (id) => rows.task(id),
    collection: (id) => rows.collection(id),
    collections: rows.collections(),
    taskCount: lists.reduce((sum, list) => sum + rows.lists.count(list), 0),
  };
}
