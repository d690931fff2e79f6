const FILTER = '/app/filter/';

export function filterLink(id: string): string {
  return FILTER + id;
}

/** The id in a filter's path; null for another path. */
export function filterIdIn(pathname: string): string | null {
  return pathname.toLowerCase().startsWith(FILTER) ? pathname.slice(FILTER.length).replace(/\/+$/, '') : null;
}
