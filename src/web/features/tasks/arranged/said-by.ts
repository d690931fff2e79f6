import type { ArrangedList } from '#src/domain/lists/arrangement.ts';
import type { ListView } from '#src/domain/lists/list-view.ts';
import type { OneSaid } from '#src/web/tasks/row/task-facts.tsx';

/** What is said already by where a row of the list stands. */
export function saidBy(list: ArrangedList, { group }: Pick<ListView, 'group'>): OneSaid | undefined {
  if (list.startsWith('in:') || group === 'collection') return 'collection';
  if (list === 'today' || (group === 'day' && list !== 'completed')) return 'day';
  return list.startsWith('labelled:') ? `label ${list.slice('labelled:'.length)}` : undefined;
}
