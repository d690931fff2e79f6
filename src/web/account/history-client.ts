import {
  HISTORY_PATH,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
} from '#src/reading/history/history.ts';
import { callAuth, offlineError, toError } from './auth-client.ts';

/** Loads a page of the history. Throws AuthError, also offline. */
export async function loadHistory(filter: HistoryFilter): Promise<HistoryPage> {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return (await ask(`?${new URLSearchParams(given)}`)) as HistoryPage;
}

/**
 * Loads the doors of all entries, and the names of the devices that are signed in, as the history writes them. Throws
 * AuthError.
 */
export async function loadSources(): Promise<readonly string[]> {
  const [history, devices] = await Promise.all([ask('/sources'), callAuth('/sessions')]);
  const { sources } = history as { readonly sources: readonly string[] };
  return [...sources, ...(devices as readonly { readonly device: string }[]).map(({ device }) => device)];
}

async function ask(rest: string): Promise<unknown> {
  const response = await fetch(`${HISTORY_PATH}${rest}`, { cache: 'no-store' }).catch((cause: unknown) => {
    throw offlineError(cause);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toError(response, answer);
  return answer;
}

/**
 * Loads the entries of a filter, newest first, page by page, up to the first one that `isWanted` turns down. The pages after the first are long: there are
 * many entries, then.
 */
export async function loadHistoryWhile(
  filter: HistoryFilter,
  isWanted: (entry: HistoryEntry) => boolean,
): Promise<readonly HistoryEntry[]> {
  const wanted: HistoryEntry[] = [];
  let before: string | null | undefined = filter.before;
  let long: HistoryFilter['long'];
  do {
    const { entries, next }: HistoryPage = await loadHistory({ ...filter, before, long });
    long = 'yes';
    const end = entries.findIndex((entry) => !isWanted(entry));
    wanted.push(...(end === -1 ? entries : entries.slice(0, end)));
    before = end === -1 ? next : null;
  } while (before !== null);
  return wanted;
}
