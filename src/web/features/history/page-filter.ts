import type { HistoryFilter } from '#src/reading/history/history.ts';

export type PageFilter = Pick<HistoryFilter, 'collection' | 'source' | 'operation'>;

const NAMES = ['source', 'collection', 'operation'] as const;

/** The filter in the query of an address. */
export function filterIn(search: string): PageFilter {
  const query = new URLSearchParams(search);
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) || undefined]));
}

/** The query of the address for a filter; empty without one. */
export function searchOf(filter: PageFilter): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}
