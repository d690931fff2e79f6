import type { Collection } from '#src/domain/collection.ts';

/**
 * Every place that is led to from several, as paths. A collection's is made by `collectionLink`; the steps of logging in are
 * in features/auth/auth-links.ts, as the landing page has no room for them.
 */
export const links = {
  landing: '/',
  logIn: '/auth/login',
  signUp: '/auth/signup',
  goodbye: '/auth/goodbye',
  app: '/app',
  today: '/app/today',
  upcoming: '/app/upcoming',
  overdue: '/app/overdue',
  completed: '/app/completed',
  account: '/app/account',
  needsAttention: '/app/needs-attention',
  /** With a query, as the web app manifest names what other apps share. */
  newTask: '/app/new-task',
} as const;

/** The state of a navigation that only mends the address of the page that is open: reader and focus stay where they are. */
export const SAME_PAGE = 'same-page';

const PROJECT = '/app/project/';

/**
 * The path of a collection: its name, encoded. Browsers resolve the segments `.` and `..` away, encoded or not, so
 * collections of these names go by their id.
 */
export function collectionLink(collection: Pick<Collection, 'id' | 'name'>): string {
  const { id, name } = collection;
  return PROJECT + (name === '.' || name === '..' ? id : encodeURIComponent(name.toWellFormed()));
}

/**
 * The name or id that a collection's path carries; null when the path is none, '' when it names nothing. Reads the raw
 * path, since the router's own parameters leave a literal `%2F` and an encoded slash looking alike.
 */
export function collectionKey(pathname: string): string | null {
  if (!pathname.toLowerCase().startsWith(PROJECT)) {
    return pathname.toLowerCase() === PROJECT.slice(0, -1) ? '' : null;
  }
  return decodeURIComponent(repairPath(pathname.slice(PROJECT.length)));
}

/** The collection a key stands for: by exact name, else by id. */
export function findCollection(key: string, collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ name }) => name === key) ?? collections.find(({ id }) => id === key);
}

/** The path with stray percent signs encoded (`50% off` typed by hand), so that decoding it cannot fail. */
export function repairPath(pathname: string): string {
  return pathname.split('/').map(repairSegment).join('/');
}

function repairSegment(segment: string): string {
  if (isDecodable(segment)) return segment;
  // Browsers encode the blank behind a percent sign, but not the sign: `50%%20off`.
  const repaired = segment.replaceAll(/%(?![\da-f]{2})/gi, '%25');
  return isDecodable(repaired) ? repaired : segment.replaceAll('%', '%25');
}

function isDecodable(segment: string): boolean {
  // The result must be used: minifiers take an unused call of this function for one without effect, and drop it.
  try {
    return typeof decodeURIComponent(segment) === 'string';
  } catch {
    return false;
  }
}

/** Where to go after signing in: `origin` when it is a place in the app, else today's view. Never another site. */
export function safeOrigin(origin: unknown): string {
  if (typeof origin !== 'string') return links.today;
  const base = 'http://sunglow.invalid';
  if (!URL.canParse(origin, base)) return links.today;
  const url = new URL(origin, base);
  if (url.origin !== base || !/^\/app(\/|$)/.test(url.pathname)) return links.today;
  return url.pathname + url.search + url.hash;
}
