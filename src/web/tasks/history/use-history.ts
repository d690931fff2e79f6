import { useEffect, useState } from 'react';
import type { HistoryFilter } from '#src/reading/history/history.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useStore } from '#src/web/platform/store.ts';
import { HistoryFeed } from './history-feed.ts';

/** The history by a filter, which stays the same for the life of the component. It follows changes on all devices. */
export function useHistory(filter: HistoryFilter) {
  const replica = useReplica();
  const [feed] = useState(() => new HistoryFeed(filter));
  useEffect(() => {
    const refresh = () => void feed.refresh();
    refresh();
    let isBehind = false;
    const stop = replica.watch((topics) => {
      isBehind ||= [...topics].some((topic) => topic !== 'status' && topic !== 'rejections');
      // The server tells of a change once it has it.
      if (!isBehind || replica.status().unsent > 0) return;
      isBehind = false;
      refresh();
    });
    // Without a network the page says so at once.
    window.addEventListener('online', refresh);
    window.addEventListener('offline', refresh);
    return () => {
      stop();
      window.removeEventListener('online', refresh);
      window.removeEventListener('offline', refresh);
    };
  }, [feed, replica]);
  return { ...useStore(feed.state), loadMore: feed.loadMore, refresh: feed.refresh };
}
