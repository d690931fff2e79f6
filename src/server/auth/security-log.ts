import type { Context, MiddlewareHandler } from 'hono';

import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { ErrorBody } from '#src/server/http/error-body.ts';
import type { Log } from '#src/server/log/log.ts';
import { loggedPath } from '#src/server/log/logged-path.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The user of the request, once known. */
    userId?: string;
    /** The email or phone number that a request names, with or without an account. */
    account?: string;
  }
}

/** The log for lines about access. It writes them at every LOG_LEVEL except `silent`. */
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
 * Writes a line for each request that changes an account, and for each rejected request: the action, its
 * result, the user and the address. Lines hold the id of an account, and no email or phone number.
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
      // The line is also written when the database does not answer.
      security.info({ action, status: answer.status, code, userId, address }, 'account request');
    }
  }

  /** The user of the named account. Without a name, the user of the first session among `cookies`. */
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
    // The answer does not wait for this, so that its time does not reveal if there is an account.
    inBackground(write(c, res.status < 400 ? res : res.clone()));
  };
}

const REJECTED: readonly number[] = [401, 403, 429];

/** The addresses where providers send browsers back. They sign users in. */
const RETURNS = '/api/auth/callback/';

/** The code of a failed request. Undefined for any other request. */
async function codeOf(answer: Response): Promise<string | undefined> {
  const location = answer.headers.get('location');
  if (location !== null) return URL.parse(location)?.searchParams.get('error') ?? undefined;
  return answer.status < 400 ? undefined : ((await answer.json()) as ErrorBody).code;
}

/** The cookies that the browser sends after this answer. */
function cookiesOf(answer: Response): Headers {
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return new Headers({ cookie: pairs.join('; ') });
}
