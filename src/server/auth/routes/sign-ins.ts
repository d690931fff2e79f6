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

/** What Better Auth has answered to a request, which may have begun a session. */
export interface Answered {
  readonly request: Request;
  /** Gets the cookie of the browser; loses all of them when the session is not to be. */
  readonly response: Response;
  /** The address of the client. */
  readonly address: string;
  /** A session that begins takes the place of the one who asks has: it is no sign-in. */
  readonly renewsSession?: boolean;
}

/**
 * Every sign-in, with whichever method, comes by here. A browser has one session: what takes its cookie, or puts another into its
 * place, ends the session that it had.
 */
export class SignIns {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** Returns 0; or, having ended the session, how long (ms) to wait, when its user has signed in too often. */
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

/** The token of the session that `answer` has just begun; '' when it takes the cookie; null when that stays as it is. */
function newToken(cookieName: string, cookies: string, answer: Headers): string | null {
  const prefix = `${cookieName}=`;
  const set = answer.getSetCookie().findLast((line) => line.startsWith(prefix));
  if (set === undefined) return null;
  const [pair = '', value = ''] = /^[^=]+=([^;]*)/.exec(set) ?? [];
  // What is set again is the session that there was.
  if (cookies.split(/; */).includes(pair)) return null;
  return decodeURIComponent(value).split('.')[0] ?? '';
}
