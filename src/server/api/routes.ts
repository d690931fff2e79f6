import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import type { z } from 'zod';
import { TOKEN_SCOPES } from '#src/domain/identity/access-token.ts';
import { isId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { securityLog } from '#src/server/auth/security-log.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { storageProblem } from '#src/server/db/storage-problem.ts';
import type { WriteProbe } from '#src/server/db/write-probe.ts';
import { CANNOT_STORE, INTERNAL } from '#src/server/http/error-body.ts';
import { databaseFailure } from '#src/server/http/health.ts';
import { HeldBack } from '#src/server/http/held-back.ts';
import { networkOf } from '#src/server/http/network-of.ts';
import { readBody } from '#src/server/http/read-body.ts';
import type { Log } from '#src/server/log/log.ts';
import type { AccessToken, AccessTokens } from '#src/server/tokens/access-tokens.ts';
import { MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import type { Hub } from '#src/sync/server/hub.ts';
import type { Pace } from '#src/sync/server/pace.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { sinceSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { openApi } from './openapi.ts';
import { ApiProblem, messageOf, problemAnswer, statusOf } from './problem.ts';
import { Reach } from './reach.ts';
import { Stamp } from './stamp.ts';
import { Streams } from './streams.ts';
import { Turns } from './turns.ts';

export const API_PATH = '/api/v1';

/** How long (ms) a request waits for its pace. A client that is further behind gets 429. */
const LONGEST_WAIT_MS = 10_000;

/** The rate of requests of a network without a valid token that are not delayed. */
const STRANGER_RATE = { burst: 30, perSecond: 2 };

const KEY = /^[\x21-\x7e]{1,255}$/;

export interface ApiOptions {
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

/** The routes under API_PATH, from the table of endpoints. A token opens them, and no cookie does. */
export function apiRoutes(options: ApiOptions): Hono {
  const { log, probe, publicUrl, addressOf, tokens, isDraining } = options;
  const app = new Hono();
  const security = securityLog(log);
  const turns = new Turns();
  const streams = new Streams(tokens, isDraining, log);
  const strangers = new HeldBack(new Rates(STRANGER_RATE));
  // Any page may call the API with a token that its user gave it: no cookie goes along.
  app.use(
    cors({
      origin: '*',
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
      exposeHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after', 'location'],
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
          action: `${c.req.method} ${c.req.path}`,
          status: c.res.status,
          userId: c.var.userId,
          address: addressOf(c),
        },
        'api request',
      );
  });

  // Few servers are asked for it.
  let document: object | undefined;
  app.get('/openapi.json', (c) => c.json((document ??= openApi(ENDPOINTS, publicUrl))));
  for (const endpoint of ENDPOINTS)
    app.on(endpoint.method, endpoint.path.replace('{id}', ':id'), async (c) => {
      const token = await tokenOf(c, options);
      return turns.run(token.userId, () => answer(c, endpoint, token, { ...options, streams }));
    });
  app.all('*', async (c) => {
    await tokenOf(c, options);
    throw new ApiProblem('NOT_FOUND');
  });

  app.onError(async (error, c) => {
    if (error instanceof ApiProblem) {
      const headers: Record<string, string> =
        error.code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {};
      if (typeof error.more['retryAfter'] === 'number')
        headers['retry-after'] = String(error.more['retryAfter']);
      return problemAnswer(statusOf(error.code), error, error.more, headers);
    }
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'api request failed');
    const problem = storageProblem(error);
    const failure = problem === null ? await databaseFailure(probe) : CANNOT_STORE[problem];
    return failure ? problemAnswer(503, failure) : problemAnswer(500, INTERNAL);
  });
  return app;
}

/** The token of the request. Throws UNAUTHORIZED. */
async function tokenOf(c: Context, { tokens, addressOf, inBackground }: ApiOptions): Promise<AccessToken> {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const token = await tokens.find(text, Date.now());
  if (!token) throw new ApiProblem('UNAUTHORIZED');
  c.set('userId', token.userId);
  inBackground(tokens.noteUse(token, addressOf(c), Date.now()));
  return token;
}

async function answer(
  c: Context,
  endpoint: Endpoint,
  token: AccessToken,
  { database, hub, pace, readPace, streams, addressOf }: ApiOptions & { readonly streams: Streams },
): Promise<Response> {
  if (TOKEN_SCOPES.indexOf(token.scope) < TOKEN_SCOPES.indexOf(endpoint.scope))
    throw new ApiProblem('SCOPE_TOO_NARROW');
  const { userId } = token;
  const network = networkOf(addressOf(c));
  const id = c.req.param('id') ?? '';
  if (endpoint.path.includes('{id}') && !isId(id)) throw new ApiProblem('NOT_FOUND');
  const bytes = await readBody(c, MAX_FRAME_BYTES);
  if (bytes === null) throw new ApiProblem('TOO_LARGE');
  const key = c.req.header('idempotency-key') ?? null;
  if (key !== null && !KEY.test(key))
    throw new ApiProblem('INVALID_VALUE', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  const query = endpoint.query ? checked(endpoint.query, c.req.query()) : {};
  const body = endpoint.body ? checked(endpoint.body, jsonIn(bytes)) : undefined;
  const lastEventId = c.req.header('last-event-id') ?? null;
  if (lastEventId !== null && endpoint.isStream) checked(sinceSchema, lastEventId);
  if (endpoint.isStream) streams.admit(token);
  const isRead = endpoint.method === 'GET';
  const of = isRead ? readPace : pace;
  if (isRead) await keepPace(readPace, userId, network);
  const output = await endpoint.run({
    token,
    spaceId: spaceOf(userId),
    reach: new Reach(token),
    id,
    query,
    body,
    stamp: new Stamp(token.id, key, Buffer.concat([Buffer.from(`${c.req.method} ${c.req.path}\n`), bytes])),
    now: Date.now(),
    database,
    hub,
    network,
    readPace,
    streams,
    lastEventId,
    beforeWrite: () => keepPace(pace, userId, network),
    afterWrite: ({ work }) => pace.count(userId, network, work),
  });
  if (output instanceof ReadableStream)
    // nginx would otherwise hold the events back.
    return new Response(output, {
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    });
  const text = JSON.stringify(output);
  if (isRead) readPace.countRead(userId, network, text.length);
  return new Response(text, {
    status: endpoint.status,
    headers: {
      'content-type': 'application/json',
      ratelimit: `"${isRead ? 'reads' : 'writes'}";r=${of.left(userId)};t=${Math.ceil(of.waitMs(userId, network) / 1_000)}`,
      ...(endpoint.status === 201 && {
        location: `${API_PATH}${endpoint.addsTo ?? endpoint.path}/${(output as { readonly id: string }).id}`,
      }),
    },
  });
}

/** Waits like a device that writes or reads without end; throws TOO_MANY_REQUESTS when that would take too long. */
async function keepPace(pace: Pace, userId: string, network: string | null): Promise<void> {
  const waitMs = pace.waitMs(userId, network);
  if (waitMs > LONGEST_WAIT_MS)
    throw new ApiProblem('TOO_MANY_REQUESTS', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
  await pace.wait(userId, network);
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiProblem('BAD_JSON');
  }
}

/** The value as the schema gives it. Throws INVALID_VALUE, which names the field and never quotes the value. */
function checked(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path = [], message = messageOf('INVALID_VALUE') } = result.error.issues[0] ?? {};
  const field = path.join('.');
  throw new ApiProblem('INVALID_VALUE', field === '' ? message : `${field}: ${message}`, { field });
}
