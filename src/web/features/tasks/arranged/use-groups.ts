import { useCallback, useSyncExternalStore } from 'react';
import { addDays } from '#src/domain/time/calendar-day.ts';
import { arrangedIn, type Groups } from '#src/reading/lists/arranged-lists.ts';
import { arrangedName, NO_GROUP, type Arrangement } from '#src/reading/lists/arrangement.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollectionTree, useHasAll, useLabels, useSections } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { orderGroups, type Group } from './order-groups.ts';

/** A board shows the next seven days, empty ones too. */
const DAYS_AHEAD = 7;

/** The groups of a list, in their order. `isBoard`: empty groups too, since cards can be dropped there. */
export function useGroups(arrangement: Arrangement, isBoard: boolean): readonly Group[] {
  const groups = useArranged(arrangement);
  const all = useAllGroups(arrangement, isBoard);
  return orderGroups(arrangement, groups, all, isBoard);
}

function useArranged(arrangement: Arrangement): Groups {
  const replica = useReplica();
  const name = arrangedName(arrangement);
  // The replica has other lists once all rows are loaded.
  const hasAll = useHasAll();
  const subscribe = useCallback(
    (listener: () => void) => {
      const unfollow = arrangedIn(replica.lists).follow(name);
      const stop = replica.subscribe(name, listener);
      return () => {
        stop();
        unfollow();
      };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [replica, name, hasAll],
  );
  return useSyncExternalStore(subscribe, () => arrangedIn(replica.lists).groups(name));
}

/** The known keys of a grouping, in their order. On a board, the days are a week from today, or from tomorrow in Upcoming. */
function useAllGroups({ list, group }: Arrangement, isBoard: boolean): readonly string[] {
  const today = useToday();
  const tree = useCollectionTree();
  const labels = useLabels();
  const sections = useSections(list.startsWith('in:') ? list.slice('in:'.length) : '');
  switch (group) {
    case 'none':
      return [NO_GROUP];
    case 'day': {
      if (!isBoard || list === 'overdue') return [];
      const first = list === 'upcoming' ? 1 : 0;
      return Array.from({ length: DAYS_AHEAD }, (_, count) => addDays(today, first + count));
    }
    case 'collection':
      return tree.map(({ collection }) => collection.id);
    case 'priority':
      return PRIORITIES.map(String);
    case 'label':
      return [NO_GROUP, ...labels];
    case 'section':
      return [NO_GROUP, ...sections];
  }
}
