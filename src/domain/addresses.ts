import { LABEL, PROJECT, SCREEN_PATHS } from './screen-paths.ts';

/** The pages that have an address, besides those of collections, labels, filters and tasks. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/app',
  '/app/new-task',
  ...Object.values(SCREEN_PATHS),
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

/** The prefixes of addresses with one id. */
const BY_ID = ['/app/task/', '/app/filter/'];

/**
 * True for the path of a page, as far as the path alone can tell: the server does not check if a user has
 * that collection or task. Ignores case and trailing slashes, as the router does.
 */
export function isAddress(path: string): boolean {
  const known = path.toLowerCase();
  for (const base of [PROJECT, LABEL]) if (known.startsWith(base)) return known.length > base.length;
  for (const base of BY_ID) if (known.startsWith(base)) return /^[^/]+$/.test(known.slice(base.length));
  return PAGES.has(known.replace(/\/+$/, '') || '/');
}
