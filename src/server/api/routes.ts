import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { isId } from '#src/domain/id.ts';
import type { AccessToken } from '#src/server/tokens/access-tokens.ts';
import { sinceSchema } from './changes.ts';
import { callOf, keepPace, requireScope, tokenDoor, tokenOf, type ApiOptions } from './door.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { inTurn } from './in-turn.ts';
import { openApi } from './openapi.ts';
import { ApiProblem, messageOf } from './problem.ts';
import { Stamp } from './stamp.ts';
import { Streams } from './streams.ts';

export const API_PATH = '/api/v1';

/** The second one is for nginx, which would hold the events back. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The routes under API_PATH, from the table of endpoints. A token opens them, and no cookie does. */
export function apiRoutes(options: ApiOptions): Hono {
  const { log, publicUrl, tokens, isDraining } = options;
  const app = tokenDoor(
    options,
    ['idempotency-key', 'last-event-id'],
    ['ratelimit', 'ratelimit-policy', 'location'],
  );
  const streams = new Streams(tokens, isDraining, log);

  // Few servers are asked for it, and anybody may ask.
  let document: string | undefined;
  app.get('/openapi.json', (c) => {
    document ??= JSON.stringify(openApi(ENDPOINTS, publicUrl));
    return c.body(document, 200, { 'content-type': 'application/json' });
  });
  for (const endpoint of ENDPOINTS)
    app.on(endpoint.method, endpoint.path.replace('{id}', ':id'), async (c) => {
      const token = await tokenOf(c, options);
      requireScope(token, endpoint.scope);
      if (endpoint.path.includes('{id}') && !isId(c.req.param('id') ?? '')) throw new ApiProblem('NOT_FOUND');
      return inTurn(c, token, options, (body) => answer(c, endpoint, token, body, { ...options, streams }));
    });
  app.all('*', async (c) => {
    await tokenOf(c, options);
    throw new ApiProblem('NOT_FOUND');
  });
  return app;
}

async function answer(
  c: Context,
  endpoint: Endpoint,
  token: AccessToken,
  bytes: Uint8Array,
  options: ApiOptions & { readonly streams: Streams },
): Promise<Response> {
  const { pace, readPace, streams } = options;
  const { userId } = token;
  const call = callOf(c, token, options);
  const { network } = call;
  const key = c.req.header('idempotency-key') ?? null;
  if (key !== null && !KEY.test(key))
    throw new ApiProblem('INVALID_VALUE', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  const query = endpoint.query ? checked(endpoint.query, parametersOf(c)) : {};
  const body = endpoint.body ? checked(endpoint.body, jsonIn(bytes)) : undefined;
  const lastEventId = c.req.header('last-event-id') ?? null;
  if (lastEventId !== null && endpoint.isStream) checked(sinceSchema, lastEventId);
  if (endpoint.isStream) {
    // Hono runs GET for HEAD too, and drops the body: nothing would end the stream.
    if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
    streams.admit(token);
  }
  const isRead = endpoint.method === 'GET';
  const of = isRead ? readPace : pace;
  if (isRead) await keepPace(readPace, userId, network);
  const output = await endpoint.run({
    ...call,
    id: c.req.param('id') ?? '',
    query,
    body,
    stamp: new Stamp(token.id, key, Buffer.concat([Buffer.from(`${c.req.method} ${c.req.path}\n`), bytes])),
    streams,
    lastEventId,
  });
  if (output instanceof ReadableStream) return new Response(output, { headers: STREAM_HEADERS });
  const text = JSON.stringify(output);
  if (isRead) call.countRead(text.length);
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

/** The parameters of the query string. Throws INVALID_VALUE for one that is given twice, since either could be meant. */
function parametersOf(c: Context): Readonly<Record<string, string>> {
  for (const [field, values] of Object.entries(c.req.queries()))
    if (values.length > 1) throw new ApiProblem('INVALID_VALUE', `${field}: Give it once.`, { field });
  return c.req.query();
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
