import { SCREEN_PATHS } from '#src/domain/screen-paths.ts';

/**
 * The paths that several places link to. Paths of collections are in collection-links.ts, and the steps of
 * signing in are in features/auth/auth-links.ts, since the landing page has no room for them.
 */
export const links = {
  landing: '/',
  signIn: '/auth/login',
  signUp: '/auth/signup',
  goodbye: '/auth/goodbye',
  app: '/app',
  ...SCREEN_PATHS,
  /** It has a query, as the web app manifest names what other apps share. */
  newTask: '/app/new-task',
} as const;

/** The path with stray percent signs encoded (`50% off` typed by hand), so that decoding it cannot fail. */
export function repairPath(pathname: string): string {
  return pathname.split('/').map(repairSegment).join('/');
}

function repairSegment(segment: string): string {
  if (isDecodable(segment)) return segment;
  // Browsers encode the blank after a percent sign, but not the sign: `50%%20off`.
  const repaired = segment.replaceAll(/%(?![\da-f]{2})/gi, '%25');
  return isDecodable(repaired) ? repaired : segment.replaceAll('%', '%25');
}

function isDecodable(segment: string): boolean {
  // The result must be used: minifiers consider an unused call of this function free of effects, and remove
  // it.
  try {
    return typeof decodeURIComponent(segment) === 'string';
  } catch {
    return false;
  }
}

/** The page after signing in: `origin` if it is in the app, else today's view. Never another site. */
export function safeOrigin(origin: unknown): string {
  if (typeof origin !== 'string') return links.today;
  const base = 'http://sunglow.invalid';
  if (!URL.canParse(origin, base)) return links.today;
  const url = new URL(origin, base);
  if (url.origin !== base || !/^\/app(\/|$)/.test(url.pathname)) return links.today;
  return url.pathname + url.search + url.hash;
}
