const FILTER = '/app/filter/';

export function filterLink(id: string): string {
  return FILTER + id;
}

/** The id that a filter's path carries; null when the path is none. */
export function filterIdIn(pathname: string): string | null {
  return pathname.toLowerCase().startsWith(FILTER) ? pathname.slice(FILTER.length).replace(/\/+$/, '') : null;
}
