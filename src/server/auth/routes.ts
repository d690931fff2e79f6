import { getIP } from 'better-auth/api';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';

import { ADDRESS_HEADER, PASSWORD_LENGTH, type Auth } from '#src/server/auth/auth.ts';
import { authError, translateError, type AuthErrorCode } from '#src/server/auth/errors.ts';
import { signUpLimits, wrongPasswordLimits } from '#src/server/auth/limits.ts';
import { withPreparedHash } from '#src/server/auth/prepared-hash.ts';
import type { Limit, Throttle } from '#src/server/auth/throttle.ts';
import type { ErrorBody } from '#src/server/error-body.ts';

/** Far more than a sign-up needs. */
const MAX_BODY_BYTES = 16_384;

/** What of a client's headers Better Auth gets to see. */
const PASSED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];

const emailSchema = z.email().max(254);
const signInSchema = z.object({ email: emailSchema, password: z.string().max(PASSWORD_LENGTH.max) });
const signUpSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .regex(/^\P{Cc}*$/u),
  email: emailSchema,
  password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
});

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly throttle: Throttle;
  readonly publicUrl: string;
  /** The address the request came from. */
  readonly addressOf: (context: Context) => string;
}

/**
 * The ways to sign in that Sunglow offers, under /api/auth: of Better Auth's many endpoints, those named here and no
 * others. Bodies are JSON, and are checked before Better Auth sees them.
 */
export function authRoutes({ auth, throttle, publicUrl, addressOf }: AuthRoutesOptions): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.json(authError('TOO_LARGE'), 400) }));

  app.get('/get-session', (c) => pass(requestFor(c)));

  app.post('/sign-out', (c) => pass(requestFor(c, {})));

  app.post('/sign-up/email', async (c) => {
    const body = parse(signUpSchema, await readJson(c));
    const request = requestFor(c, body);
    const waitMs = await throttle.take(signUpLimits(throttleAddress(request)));
    if (waitMs > 0) return tooMany(waitMs);
    return withPreparedHash(body.password, () => pass(request));
  });

  app.post('/sign-in/email', async (c) => {
    const body = parse(signInSchema, await readJson(c));
    const request = requestFor(c, body);
    const limits = wrongPasswordLimits(throttleAddress(request), body.email);
    // Taken before the password is looked at, so that a hundred tries at once are no way around.
    const waitMs = await throttle.take(limits);
    if (waitMs > 0) return tooMany(waitMs);
    return giveBackUnlessWrong(limits, await pass(request));
  });

  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.json(authError(error.code), 400);
    throw error;
  });
  return app;

  /** A request as Better Auth gets it: with a body that was checked, and an address that nobody can make up. */
  function requestFor(c: Context, body?: object): Request {
    const headers = new Headers({ [ADDRESS_HEADER]: addressOf(c) });
    for (const name of PASSED_HEADERS) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (body) headers.set('content-type', 'application/json');
    const url = new URL(c.req.path, publicUrl);
    return new Request(url, { method: c.req.method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** Better Auth's own form of the address: a whole IPv6 network is one, as a household or a server has all of it. */
  function throttleAddress(request: Request): string {
    return getIP(request, auth.options) ?? 'unknown';
  }

  async function giveBackUnlessWrong(limits: readonly Limit[], response: Response): Promise<Response> {
    if (response.status !== 401) await throttle.giveBack(limits);
    return response;
  }

  async function pass(request: Request): Promise<Response> {
    const response = await auth.handler(request);
    const { status, headers } = response;
    const body: unknown = await response.json().catch(() => null);
    headers.delete('content-length');
    headers.set('cache-control', 'no-store');
    if (status < 400) return Response.json(withoutToken(body), { status, headers });
    const retryAfter = headers.get('x-retry-after');
    if (retryAfter !== null) headers.set('retry-after', retryAfter);
    return Response.json(translateError(status, body), { status, headers });
  }
}

class BadRequest extends Error {
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch (cause) {
    throw new BadRequest('BAD_JSON', { cause });
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { path = [], code } = result.error.issues[0] ?? {};
  throw new BadRequest(fieldError(path[0], code));
}

function fieldError(field: PropertyKey | undefined, problem: string | undefined): AuthErrorCode {
  if (field === 'email') return 'INVALID_EMAIL';
  if (field === 'name') return 'INVALID_NAME';
  if (field !== 'password') return 'BAD_JSON';
  if (problem === 'too_small') return 'PASSWORD_TOO_SHORT';
  return problem === 'too_big' ? 'PASSWORD_TOO_LONG' : 'INVALID_PASSWORD';
}

/** The session's token belongs in its HttpOnly cookie, out of reach of scripts, and nowhere else. */
function withoutToken(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { token: _token, session, ...rest } = body as { token?: unknown; session?: object };
  return session === undefined ? rest : { ...rest, session: withoutToken(session) };
}

function tooMany(waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const body: ErrorBody = { code: 'TOO_MANY_ATTEMPTS', message: `Too many attempts. Try again in ${wait}.` };
  return Response.json(body, {
    status: 429,
    headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  });
}
