import { createHash } from 'node:crypto';

/**
 * The lifetime in s of Better Auth's state cookie for a sign-in at a provider. The server keeps the state
 * twice as long.
 */
const MAX_AGE = { before: 'Max-Age=300', after: 'Max-Age=600' };

/** The most pending sign-ins of a browser, since their cookies go with each request. */
const MOST = 8;

/**
 * Gives each sign-in at a provider a cookie of its own, named for the state that comes back. Better Auth has
 * one cookie for all, so that the first of two tabs would come back to nothing.
 */
export class StateCookies {
  readonly #name: string;

  constructor(publicUrl: string) {
    this.#name = `${publicUrl.startsWith('https:') ? '__Host-' : ''}sunglow.state`;
  }

  /** The browser's cookies with Better Auth's names, for a sign-in that comes back with `state`. */
  present(cookies: string, state: string | undefined): string {
    const pairs = pairsIn(cookies);
    const own = state === undefined ? undefined : pairs.find(([name]) => name === this.#nameFor(state));
    const kept = pairs.filter(([name]) => name !== this.#name);
    return [...kept, ...(own ? [[this.#name, own[1]] as const] : [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  /**
   * Renames Better Auth's cookie in an answer; `state` is the one that has come back. Removes the oldest
   * cookies beyond the limit from `cookies`.
   */
  keepApart(headers: Headers, cookies: string, state?: string): void {
    const lines = headers.getSetCookie();
    headers.delete('set-cookie');
    for (const line of lines) {
      const [, value, rest] = new RegExp(`^${this.#name}=([^;]*)(.*)$`).exec(line) ?? [];
      const set = value === undefined ? undefined : (stateIn(value) ?? state);
      if (set === undefined || rest === undefined) {
        headers.append('set-cookie', line);
        continue;
      }
      const attributes = rest.replace(MAX_AGE.before, MAX_AGE.after);
      headers.append('set-cookie', `${this.#nameFor(set)}=${value}${attributes}`);
      if (value === '') continue;
      const others = pairsIn(cookies).filter(([name]) => name.startsWith(`${this.#name}.`));
      for (const [name] of others.slice(0, Math.max(0, others.length - MOST + 1)))
        headers.append('set-cookie', `${name}=${attributes.replace(MAX_AGE.after, 'Max-Age=0')}`);
    }
  }

  #nameFor(state: string): string {
    return `${this.#name}.${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
  }
}

function pairsIn(cookies: string): (readonly [name: string, value: string])[] {
  return cookies
    .split(/; */)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const place = pair.indexOf('=');
      return [pair.slice(0, Math.max(0, place)), pair.slice(place + 1)] as const;
    });
}

/** The state in a signed cookie, `state.signature`; undefined for an emptied one. */
function stateIn(value: string): string | undefined {
  const [state] = decodeURIComponent(value).split('.');
  return state === '' ? undefined : state;
}
