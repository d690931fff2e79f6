import { useMemo, useSyncExternalStore } from 'react';
import { obstacleTo, type Obstacle, type ProposalItem } from '#src/reading/proposals/items.ts';
import { historyNamesOf } from '#src/web/data/history-names.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useClock } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { findIn } from './decide.ts';
import { wordsOfItem, type ItemWords } from './item-words.ts';

interface ShownItem {
  readonly words: ItemWords;
  /** Null for an item that can be accepted, or that is decided. */
  readonly obstacle: Obstacle | null;
}

/** An item in words, and what keeps it from being accepted, live. */
export function useShownItem(item: ProposalItem, isOpen: boolean): ShownItem {
  const replica = useReplica();
  const today = useToday();
  const clock = useClock();
  const source = useMemo(() => {
    const read = (): string => {
      const isWaiting = isOpen && item.state === 'open';
      const shown: ShownItem = {
        words: wordsOfItem(item, historyNamesOf(replica, today, clock)),
        obstacle: isWaiting ? obstacleTo(item, findIn(replica)) : null,
      };
      return JSON.stringify(shown);
    };
    // The rows that an item needs are also the owners of those that it changes.
    const subscribe = (listener: () => void) => replica.watch(listener);
    return { read, subscribe };
  }, [replica, today, clock, item, isOpen]);
  return JSON.parse(useSyncExternalStore(source.subscribe, source.read)) as ShownItem;
}
