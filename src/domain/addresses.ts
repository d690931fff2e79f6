/** The pages that have an address, besides those of collections. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/app',
  ...['today', 'upcoming', 'overdue', 'completed', 'account', 'needs-attention', 'new-task'].map(
    (page) => `/app/${page}`,
  ),
  ...[
    'login',
    'signup',
    'forgot-password',
    'check-mail',
    'return',
    'second-factor',
    'phone',
    'link',
    'goodbye',
  ].map((page) => `/auth/${page}`),
]);

const PROJECT = '/app/project/';

/**
 * Whether a path leads to a page, as far as can be told without anybody's data: which collections there are is no business of
 * the server's. Case and slashes at the end count as little as they do to the router.
 */
export function isAddress(path: string): boolean {
  const known = path.toLowerCase();
  if (known.startsWith(PROJECT)) return known.length > PROJECT.length;
  return PAGES.has(known.replace(/\/+$/, '') || '/');
}
