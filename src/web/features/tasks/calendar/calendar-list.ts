import { hasId, idSetOf } from '#src/domain/id-set.ts';
import type { ArrangedList } from '#src/domain/lists/arrangement.ts';
import type { PlacedTask } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** A list of which there is a calendar. */
export type CalendarList = Extract<ArrangedList, `${string}:${string}`>;

/** Which tasks are in a list by now, sub-tasks of whatever depth too. */
export function tasksIn(list: CalendarList, lists: Replica['lists']): (task: PlacedTask) => boolean {
  const [kind, id] = partsOf(list);
  if (kind === 'in') return ({ collectionId }) => collectionId === id;
  if (kind === 'labelled') return ({ labels }) => hasId(labels, id);
  const ids = new Set(lists.queried(id));
  return (task) => ids.has(task.id);
}

/** What a new task needs to be in it, as far as that can be said. */
export function fieldsIn(list: CalendarList) {
  const [kind, id] = partsOf(list);
  if (kind === 'in') return { collectionId: id };
  return kind === 'labelled' ? { labels: idSetOf([id]) } : {};
}

function partsOf(list: CalendarList) {
  return list.split(':', 2) as ['in' | 'labelled' | 'query', string];
}
