/** The pages that have an address, besides those of collections, labels, filters and tasks. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/app',
  ...[
    'today',
    'upcoming',
    'overdue',
    'completed',
    'calendar',
    'progress',
    'trash',
    'archived',
    'account',
    'needs-attention',
    'new-task',
  ].map((page) => `/app/${page}`),
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
const LABEL = '/app/label/';
/** One id follows. */
const BY_ID = ['/app/task/', '/app/filter/'];

/**
 * Whether a path leads to a page, as far as can be told without anybody's data: which of them there are is no
 * business of the server's. Case and slashes at the end count as little as they do to the router.
 */
export function isAddress(path: string): boolean {
  const known = path.toLowerCase();
  for (const base of [PROJECT, LABEL]) if (known.startsWith(base)) return known.length > base.length;
  for (const base of BY_ID) if (known.startsWith(base)) return /^[^/]+$/.test(known.slice(base.length));
  return PAGES.has(known.replace(/\/+$/, '') || '/');
}
