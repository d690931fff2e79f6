import type { HistoryEntry, HistoryFilter, HistoryPage } from '#src/reading/history/history.ts';
import { AuthError } from '#src/web/account/auth-client.ts';
import { loadHistory } from '#src/web/account/history-client.ts';
import { createStore } from '#src/web/platform/store.ts';

interface HistoryState {
  /** Null until the first page is there. */
  readonly entries: readonly HistoryEntry[] | null;
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** The error of the last request. */
  readonly problem: AuthError | null;
  readonly isLoading: boolean;
}

/** The part of a history that a screen has loaded, newest first. */
export class HistoryFeed {
  readonly state = createStore<HistoryState>({ entries: null, next: null, problem: null, isLoading: false });
  readonly #filter: HistoryFilter;
  #isStale = false;

  constructor(filter: HistoryFilter) {
    this.#filter = filter;
  }

  /** Loads the newest entries, again if it is called meanwhile. */
  readonly refresh = async (): Promise<void> => {
    this.#isStale = true;
    await this.#run();
  };

  /** Loads the next page. */
  readonly loadMore = async (): Promise<void> => {
    const { next, entries, isLoading } = this.state.get();
    if (next === null || isLoading) return;
    await this.#load({ ...this.#filter, before: next }, (page) => ({
      entries: [...(entries ?? []), ...page.entries],
      next: page.next,
    }));
    await this.#run();
  };

  async #run(): Promise<void> {
    while (this.#isStale && !this.state.get().isLoading) {
      this.#isStale = false;
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      await this.#load(this.#filter, (page) => withNewest(this.state.get(), page));
    }
  }

  async #load(
    filter: HistoryFilter,
    take: (page: HistoryPage) => Pick<HistoryState, 'entries' | 'next'>,
  ): Promise<void> {
    this.state.set({ ...this.state.get(), isLoading: true });
    try {
      const page = await loadHistory(filter);
      this.state.set({ ...take(page), problem: null, isLoading: false });
    } catch (problem) {
      this.state.set({ ...this.state.get(), isLoading: false });
      if (!(problem instanceof AuthError)) throw problem;
      this.state.set({ ...this.state.get(), problem });
    }
  }
}

/** The entries with the newest page before those that are older. Without a common entry, the page alone: others may be between. */
export function withNewest(
  { entries, next }: Pick<HistoryState, 'entries' | 'next'>,
  page: HistoryPage,
): Pick<HistoryState, 'entries' | 'next'> {
  const last = page.entries.at(-1)?.cursor;
  const known = entries?.findIndex(({ cursor }) => cursor === last) ?? -1;
  const older = entries?.slice(known + 1) ?? [];
  if (known === -1 || older.length === 0) return page;
  return { entries: [...page.entries, ...older], next };
}
