import type { Context, MiddlewareHandler } from 'hono';

import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { ErrorBody } from './error-body.ts';
import type { Log } from './log.ts';
import { loggedPath } from './logged-path.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Who asks, once that is known. */
    userId?: string;
    /** The email or phone number of the account that a request is about, whether there is such a one or not. */
    account?: string;
  }
}

/** Lines about who gets in and who does not. They are written whatever LOG_LEVEL is, but for `silent`. */
export function securityLog(log: Log): Log {
  return log.child({ kind: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' });
}

/** The email or phone number that the body of a request names. */
export function accountIn(body: unknown): string | undefined {
  const { email, phoneNumber } = body as { email?: string; phoneNumber?: string };
  return email ?? phoneNumber;
}

export interface RequestLogOptions {
  readonly log: Log;
  readonly database: Pick<AppDatabase, 'db'>;
  readonly sessions: Pick<Sessions, 'who'>;
  readonly addressOf: (context: Context) => string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * Writes a line for each request of an account that changes something, and for each that is rejected: what was asked, how that
 * ended, by whom and from where. Emails and phone numbers stand in none, but the id of their account.
 */
export function logSecurity(options: RequestLogOptions): MiddlewareHandler {
  const { database, sessions, addressOf, inBackground } = options;
  const security = securityLog(options.log);

  async function write(c: Context, answer: Response): Promise<void> {
    const action = `${c.req.method} ${loggedPath(c.req.path)}`;
    const code = await codeOf(answer);
    const address = addressOf(c);
    let { userId } = c.var;
    try {
      userId ??= await findUser(c.var.account, [cookiesOf(answer), c.req.raw.headers]);
    } finally {
      // The line is written also where the database does not answer.
      security.info({ action, status: answer.status, code, userId, address }, 'an account was asked for');
    }
  }

  /** The user of the account; where none was named, of the first session among `cookies`. */
  async function findUser(
    account: string | undefined,
    cookies: readonly Headers[],
  ): Promise<string | undefined> {
    if (account === undefined) {
      for (const headers of cookies) {
        const who = await sessions.who(headers);
        if (who) return who.user.id;
      }
      return undefined;
    }
    const user = await database.db
      .selectFrom('user')
      .select('id')
      .where(account.startsWith('+') ? 'phoneNumber' : 'email', '=', account.toLowerCase())
      .executeTakeFirst();
    return user?.id;
  }

  return async (c, next) => {
    await next();
    const { res } = c;
    const isRead = ['GET', 'HEAD'].includes(c.req.method) && !c.req.path.startsWith(RETURNS);
    if (isRead && !REJECTED.includes(res.status)) return;
    // Nobody waits for this: the time of an answer tells nobody whether there is an account.
    inBackground(write(c, res.status < 400 ? res : res.clone()));
  };
}

const REJECTED: readonly number[] = [401, 403, 429];

/** Where providers send browsers back to, which signs them in. */
const RETURNS = '/api/auth/callback/';

/** Why a request failed; undefined when it did not. */
async function codeOf(answer: Response): Promise<string | undefined> {
  const location = answer.headers.get('location');
  if (location !== null) return URL.parse(location)?.searchParams.get('error') ?? undefined;
  return answer.status < 400 ? undefined : ((await answer.json()) as ErrorBody).code;
}

/** What a browser sends from now on. */
function cookiesOf(answer: Response): Headers {
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return new Headers({ cookie: pairs.join('; ') });
}
