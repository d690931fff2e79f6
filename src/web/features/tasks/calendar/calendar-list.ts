import { hasId, idSetOf } from '#src/domain/id-set.ts';
import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** A list that a calendar can show. */
export type CalendarList = Extract<ArrangedList, `${string}:${string}`>;

/**
 * Returns a test for the tasks that are in a list now, sub-tasks included; with null, for all tasks. Archived tasks are in their collection alone.
 */
export function tasksIn(list: CalendarList | null, lists: Replica['lists']): (task: PlacedTask) => boolean {
  const isShown = ({ collectionId }: PlacedTask) => !lists.collections.isArchived(collectionId);
  if (list === null) return isShown;
  const [kind, id] = partsOf(list);
  if (kind === 'in') return ({ collectionId }) => collectionId === id;
  if (kind === 'labelled') return (task) => hasId(task.labels, id) && isShown(task);
  const ids = new Set(lists.queried(id));
  return (task) => ids.has(task.id) && isShown(task);
}

/** The id of the list's collection if that is archived, else null. */
export function archivedIn(list: CalendarList | null, lists: Replica['lists']): string | null {
  if (list === null) return null;
  const [kind, id] = partsOf(list);
  return kind === 'in' && lists.collections.isArchived(id) ? id : null;
}

/** The fields that put a new task into a list. A filter has none. */
export function fieldsIn(list: CalendarList) {
  const [kind, id] = partsOf(list);
  if (kind === 'in') return { collectionId: id };
  return kind === 'labelled' ? { labels: idSetOf([id]) } : {};
}

function partsOf(list: CalendarList) {
  return list.split(':', 2) as ['in' | 'labelled' | 'query', string];
}
