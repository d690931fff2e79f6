import type { Auth } from '#src/server/auth/auth.ts';
import type { KnownDevices } from '#src/server/auth/sessions/known-devices.ts';
import { signInLimits } from '#src/server/auth/limits/limits.ts';
import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { Throttle } from '#src/server/auth/limits/throttle.ts';

export interface SignInOptions {
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly throttle: Throttle;
}

/** Better Auth's answer to a request, which may have begun a session. */
export interface Answered {
  readonly request: Request;
  /** Gets the browser's device cookie; loses all cookies when the session is rejected. */
  readonly response: Response;
  readonly address: string;
  /** True when a new session replaces the caller's: that is no sign-in. */
  readonly renewsSession?: boolean;
}

/**
 * Handles every sign-in, by any method. A browser has one session: an answer that removes or replaces its
 * cookie ends its earlier session.
 */
export class SignIns {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** Returns 0. When the user has signed in too often, ends the session, and returns the wait in ms. */
  async meet({ request, response, address, renewsSession }: Answered): Promise<number> {
    const { auth, devices, sessions, throttle } = this.#options;
    const cookies = request.headers.get('cookie') ?? '';
    const { name } = (await auth.$context).authCookies.sessionToken;
    const token = newToken(name, cookies, response.headers);
    if (token === null) return 0;
    const begun = token === '' ? null : await sessions.ofToken(token);
    const waitMs = begun && !renewsSession ? await throttle.take(signInLimits(begun.user.id)) : 0;
    if (begun && waitMs > 0) {
      response.headers.delete('set-cookie');
      await sessions.end(begun.user.id, begun.sessionId);
      return waitMs;
    }
    const replaced = await sessions.find(request.headers);
    if (replaced) await sessions.end(replaced.userId, replaced.id);
    if (!begun) return 0;
    await sessions.endSurplus(begun.user.id);
    const userAgent = request.headers.get('user-agent');
    const arrival = { user: begun.user, cookies, userAgent, address };
    response.headers.append('set-cookie', await devices.meet(arrival));
    return 0;
  }
}

/**
 * The token of the session that `answer` has begun; '' when it removes the cookie; null when the cookie
 * stays.
 */
function newToken(cookieName: string, cookies: string, answer: Headers): string | null {
  const prefix = `${cookieName}=`;
  const set = answer.getSetCookie().findLast((line) => line.startsWith(prefix));
  if (set === undefined) return null;
  const [pair = '', value = ''] = /^[^=]+=([^;]*)/.exec(set) ?? [];
  // The same cookie again is the same session.
  if (cookies.split(/; */).includes(pair)) return null;
  return decodeURIComponent(value).split('.')[0] ?? '';
}
