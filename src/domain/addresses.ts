/** The pages that have an address, besides those of collections, labels and tasks. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/app',
  ...[
    'today',
    'upcoming',
    'overdue',
    'completed',
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
const TASK = '/app/task/';

/**
 * Whether a path leads to a page, as far as can be told without anybody's data: which collections, labels and tasks there are is no
 * business of the server's. Case and slashes at the end count as little as they do to the router.
 */
export function isAddress(path: string): boolean {
  const known = path.toLowerCase();
  for (const base of [PROJECT, LABEL]) if (known.startsWith(base)) return known.length > base.length;
  if (known.startsWith(TASK)) return /^[^/]+$/.test(known.slice(TASK.length));
  return PAGES.has(known.replace(/\/+$/, '') || '/');
}
