import type { HistoryEntry } from '#src/reading/history/history.ts';
import { TRASH_DAYS } from '#src/domain/trash-days.ts';
import { isThere } from '#src/tables/kit/row.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { loadHistory, loadHistoryWhile } from '#src/web/account/history-client.ts';

const DAY_MS = 86_400_000;

/** The longest pause within one import whose entries do not name it, as those of older versions. */
const PAUSE_MS = 10 * 60_000;

/** Entries of an import that are read to find a row that is left. An import that was taken back has none. */
const MOST_READ = 500;

/**
 * The newest entry of the last import; null without one, when it is too old, and when its newest entries have no row that
 * is left. Throws AuthError.
 */
export async function findLastImport(replica: Replica): Promise<HistoryEntry | null> {
  const { entries } = await loadHistory({ source: 'Import' });
  const [newest] = entries;
  if (!newest || newest.at < Date.now() - TRASH_DAYS * DAY_MS) return null;
  // Before all rows are read, a row may seem to be gone.
  await replica.whenAll();
  const isLeft = ({ rows }: HistoryEntry) =>
    rows.some(({ table, id }) => {
      const row = replica.get(table, id);
      return row !== undefined && isThere(table, row, (of, other) => replica.get(of, other));
    });
  let isAnyLeft = false;
  let read = 0;
  await loadImport(newest, (entry) => {
    isAnyLeft = isLeft(entry);
    read += 1;
    return !isAnyLeft && read < MOST_READ;
  });
  return isAnyLeft ? newest : null;
}

/**
 * Loads the entries of the import with this newest entry, newest first, up to the first one that `isWanted` turns down.
 * Throws AuthError.
 */
export function loadImport(
  { importId }: HistoryEntry,
  isWanted: (entry: HistoryEntry) => boolean = () => true,
): Promise<readonly HistoryEntry[]> {
  const isOfIt = importId === undefined ? unnamed() : () => true;
  return loadHistoryWhile({ source: 'Import', importId }, (entry) => isOfIt(entry) && isWanted(entry));
}

/** Accepts entries that name no import, newest first, up to the longer pause before their import. */
export function unnamed(): (entry: Pick<HistoryEntry, 'at' | 'importId'>) => boolean {
  let later: number | null = null;
  return ({ at, importId }) => {
    const isWanted = importId === undefined && (later === null || later - at <= PAUSE_MS);
    later = at;
    return isWanted;
  };
}
