import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import type { ListView } from '#src/reading/lists/list-view.ts';
import type { FactOfPlace } from '#src/web/tasks/row/task-facts.tsx';

/** The fact that every row of the list shares, so that rows leave it out. */
export function factsOfPlace(
  list: ArrangedList,
  { group }: Pick<ListView, 'group'>,
): FactOfPlace | undefined {
  if (list.startsWith('in:') || group === 'collection') return 'collection';
  if (list === 'today' || (group === 'day' && list !== 'completed')) return 'day';
  return list.startsWith('labelled:') ? `label ${list.slice('labelled:'.length)}` : undefined;
}
