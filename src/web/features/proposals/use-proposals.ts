import { useMemo, useSyncExternalStore } from 'react';
import { isUndecided, itemsOf } from '#src/reading/proposals/items.ts';
import type { Rows } from '#src/tables/tables.ts';
import { useEveryRow } from '#src/web/data/every-row.ts';

interface Proposals {
  /** With an item to decide, the newest first. */
  readonly open: readonly Rows['proposal'][];
  /** With an accepted item, and none to decide. */
  readonly accepted: readonly Rows['proposal'][];
}

export function useProposals(): Proposals {
  const rows = useEveryRow('proposal');
  const now = useNow();
  return useMemo(() => {
    const newest = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    return {
      open: newest.filter((row) => isUndecided(row, now)),
      accepted: newest.filter(
        (row) => !isUndecided(row, now) && itemsOf(row).some(({ state }) => state === 'accepted'),
      ),
    };
  }, [rows, now]);
}

const MINUTE_MS = 60_000;

/** The minute, ms since 1970 UTC: a proposal may expire while it is shown. */
function useNow(): number {
  return useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
}
