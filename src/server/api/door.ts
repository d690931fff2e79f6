import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { TOKEN_SCOPES, type TokenScope } from '#src/domain/identity/access-token.ts';
import { spaceOf } from '#src/domain/space.ts';
import { securityLog } from '#src/server/auth/security-log.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { storageProblem } from '#src/server/db/storage-problem.ts';
import type { WriteProbe } from '#src/server/db/write-probe.ts';
import { CANNOT_STORE, INTERNAL, type ErrorBody } from '#src/server/http/error-body.ts';
import { databaseFailure } from '#src/server/http/health.ts';
import { HeldBack } from '#src/server/http/held-back.ts';
import { networkOf } from '#src/server/http/network-of.ts';
import { RequestAborted } from '#src/server/http/read-body.ts';
import type { Log } from '#src/server/log/log.ts';
import { loggedPath } from '#src/server/log/logged-path.ts';
import type { AccessToken, AccessTokens } from '#src/server/tokens/access-tokens.ts';
import type { Hub } from '#src/sync/server/hub.ts';
import type { Pace } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';
import type { TokenCall } from './endpoint.ts';
import type { TurnOptions } from './in-turn.ts';
import { hubFor } from './live-token.ts';
import { ApiProblem, problemAnswer, statusOf } from './problem.ts';
import { Reach } from './reach.ts';

/** How long (ms) a request waits for its pace. A client that is further behind gets 429. */
const LONGEST_WAIT_MS = 10_000;

/** The rate of requests of a network without a valid token that are not delayed. */
const STRANGER_RATE = { burst: 30, perSecond: 2 };

export interface ApiOptions extends TurnOptions {
  readonly database: AppDatabase;
  readonly tokens: AccessTokens;
  readonly hub: Pick<Hub, 'change' | 'connect'>;
  /** The paces of the app's own writes and reads. */
  readonly pace: Pace;
  readonly readPace: Pace;
  readonly probe: WriteProbe;
  readonly publicUrl: string;
  readonly log: Log;
  readonly addressOf: (context: Context) => string;
  /** True when the server is about to stop. */
  readonly isDraining: () => boolean;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** An app that access tokens open, and no cookie does. Any page may call it with a token that its user gave it. */
export function tokenDoor(options: ApiOptions, allowHeaders: string[], exposeHeaders: string[]): Hono {
  const { log, probe, addressOf } = options;
  const app = new Hono();
  const security = securityLog(log);
  const strangers = new HeldBack(new Rates(STRANGER_RATE));
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['authorization', 'content-type', ...allowHeaders],
      exposeHeaders: ['retry-after', ...exposeHeaders],
      maxAge: 86_400,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
    if (c.res.status === 401) {
      const network = networkOf(addressOf(c));
      if (network !== null) await strangers.hold(network);
    }
    if ([401, 403, 429].includes(c.res.status))
      security.info(
        {
          action: `${c.req.method} ${loggedPath(c.req.path)}`,
          status: c.res.status,
          userId: c.var.userId,
          address: addressOf(c),
        },
        'api request',
      );
  });
  app.onError(async (error, c) => {
    if (error instanceof ApiProblem) {
      const headers: Record<string, string> =
        error.code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {};
      if (typeof error.more['retryAfter'] === 'number')
        headers['retry-after'] = String(error.more['retryAfter']);
      return problemAnswer(statusOf(error.code), error, error.more, headers);
    }
    if (error instanceof RequestAborted) {
      log.info({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'api request aborted');
      return problemAnswer(400, error);
    }
    log.error({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'api request failed');
    const failure = await failureOf(error, probe);
    return problemAnswer(failure === INTERNAL ? 500 : 503, failure);
  });
  return app;
}

/** The words for a client about an error that is no ApiProblem: the message of the error may quote the database. */
export async function failureOf(error: unknown, probe: WriteProbe): Promise<ErrorBody> {
  const problem = storageProblem(error);
  return (problem === null ? await databaseFailure(probe) : CANNOT_STORE[problem]) ?? INTERNAL;
}

/** The token of the request. Throws UNAUTHORIZED. */
export async function tokenOf(
  c: Context,
  { tokens, addressOf, inBackground }: Pick<ApiOptions, 'tokens' | 'addressOf' | 'inBackground'>,
): Promise<AccessToken> {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const token = await tokens.find(text, Date.now());
  if (!token) throw new ApiProblem('UNAUTHORIZED');
  c.set('userId', token.userId);
  inBackground(tokens.noteUse(token, addressOf(c), Date.now()));
  return token;
}

/** Throws SCOPE_TOO_NARROW for a token with a lesser scope. */
export function requireScope(token: AccessToken, scope: TokenScope): void {
  if (TOKEN_SCOPES.indexOf(token.scope) < TOKEN_SCOPES.indexOf(scope))
    throw new ApiProblem('SCOPE_TOO_NARROW');
}

/** The call of a request with this token. */
export function callOf(
  c: Context,
  token: AccessToken,
  { database, hub, tokens, pace, readPace, addressOf }: ApiOptions,
): TokenCall {
  const { userId } = token;
  const network = networkOf(addressOf(c));
  return {
    token,
    spaceId: spaceOf(userId),
    reach: new Reach(token),
    now: Date.now(),
    database,
    hub: hubFor(token, hub, tokens),
    network,
    readPace,
    giveWay: (ms) => readPace.giveWay(userId, network, ms),
    countRead: (characters) => readPace.countRead(userId, network, characters),
    beforeWrite: () => keepPace(pace, userId, network),
    afterWrite: ({ work }) => pace.count(userId, network, work),
  };
}

/** Waits like a device that writes or reads without end; throws TOO_MANY_REQUESTS when that would take too long. */
export async function keepPace(pace: Pace, userId: string, network: string | null): Promise<void> {
  const waitMs = pace.waitMs(userId, network);
  if (waitMs > LONGEST_WAIT_MS)
    throw new ApiProblem('TOO_MANY_REQUESTS', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
  await pace.wait(userId, network);
}
