import { useMemo, useSyncExternalStore } from 'react';
import { obstacleTo, type Obstacle } from '#src/reading/proposals/acceptance.ts';
import { addedBy, type ProposalItem } from '#src/reading/proposals/items.ts';
import type { Replica } from '#src/sync/client/replica.ts';
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

/** An item of a proposal, in words, and what keeps it from being accepted, live. `items`: all of the proposal, which may add what this one names. */
export function useShownItem(item: ProposalItem, items: readonly ProposalItem[], isOpen: boolean): ShownItem {
  const replica = useReplica();
  const today = useToday();
  const clock = useClock();
  const source = useMemo(() => {
    const added = addedBy(items);
    const find: Replica['get'] = (table, id) => replica.get(table, id) ?? (added(table, id) as never);
    const read = (): string => {
      const isWaiting = isOpen && item.state === 'open';
      const shown: ShownItem = {
        words: wordsOfItem(item, historyNamesOf({ get: find }, today, clock)),
        obstacle: isWaiting ? obstacleTo(item, findIn(replica)) : null,
      };
      return JSON.stringify(shown);
    };
    // The rows that an item needs are also the owners of those that it changes.
    const subscribe = (listener: () => void) => replica.watch(listener);
    return { read, subscribe };
  }, [replica, today, clock, item, items, isOpen]);
  return JSON.parse(useSyncExternalStore(source.subscribe, source.read)) as ShownItem;
}
