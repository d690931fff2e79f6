import type { HistoryEntry } from '#src/reading/history/history.ts';
import { TRASH_DAYS } from '#src/domain/trash-days.ts';
import { timeOfId } from '#src/domain/id.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { isThere } from '#src/tables/kit/row.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { loadHistory } from '#src/web/account/history-client.ts';

const DAY_MS = 86_400_000;

/** The longest pause within one import, as when it was stopped or its tab was closed, and went on. */
const PAUSE_MS = 10 * 60_000;

/** The newest entry of an import that can be taken back; null without one. Throws AuthError. */
export async function findLastImport(replica: Replica): Promise<HistoryEntry | null> {
  const { entries } = await loadHistory({ source: 'Import' });
  const [newest] = entries;
  if (!newest || newest.at < Date.now() - TRASH_DAYS * DAY_MS) return null;
  const isLeft = entries
    .flatMap(({ rows }) => rows)
    .some(({ table, id }) => {
      const row = replica.get(table, id);
      return row !== undefined && isThere(table, row, (of, other) => replica.get(of, other));
    });
  return isLeft ? newest : null;
}

/**
 * Accepts entries, newest first, up to the longer pause before their import. An import of this browser, `stored`, may
 * have paused longer than others.
 */
export function ofOneImport(stored: StoredImport | null): (entry: Pick<HistoryEntry, 'at'>) => boolean {
  const begin = stored ? timeOfId(stored.id) - PAUSE_MS : Infinity;
  const end = stored ? stored.at + PAUSE_MS : -Infinity;
  let later: number | null = null;
  return ({ at }) => {
    const isWanted = later === null || later - at <= PAUSE_MS || (begin <= at && later <= end);
    later = at;
    return isWanted;
  };
}
