import { getIP } from 'better-auth/api';
import type { Context } from 'hono';
import type { z } from 'zod';
import { ADDRESS_HEADER, type Auth } from '#src/server/auth/auth.ts';
import { authError, translateError, type AuthErrorCode } from '#src/server/auth/errors.ts';
import type { KnownDevices } from '#src/server/auth/known-devices.ts';
import type { SignedIn, Sessions } from '#src/server/auth/sessions.ts';
import { InvitedBrowsers, type InvitedOptions } from '#src/server/auth/routes/invited-browsers.ts';
import type { Limit, Throttle } from '#src/server/auth/throttle.ts';
import type { ErrorBody } from '#src/server/error-body.ts';

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

export interface GatewayOptions extends InvitedOptions {
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly throttle: Throttle;
  readonly publicUrl: string;
  /** The address the request came from. */
  readonly addressOf: (context: Context) => string;
}

/** A request to Better Auth: what differs from the request to us. `path` is below /api/auth, with its query. */
export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly body?: object;
  /** Should it end in a new session, that ends at once: it proves less than a sign-in has to. */
  readonly neverSignsIn?: boolean;
}

export interface Slowing {
  readonly limits: readonly Limit[];
  /** Whether this answer gives back what the request took, as it is none of those to slow down. */
  readonly givesBack?: (response: Response) => boolean;
}

/** The one way to Better Auth: requests that were checked, from an address nobody can make up; answers as ours are. */
export class AuthGateway {
  readonly invited: InvitedBrowsers;
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.invited = new InvitedBrowsers(options);
  }

  /** The body of the request. Throws a Refusal with the code that `codeOf` has for the first field that is wrong. */
  async read<T>(c: Context, schema: z.ZodType<T>, codeOf: FieldCodes = noFields): Promise<T> {
    const result = schema.safeParse(await readJson(c));
    if (result.success) return result.data;
    const { path = [], code } = result.error.issues[0] ?? {};
    throw new Refusal(400, codeOf(path[0], code) ?? 'BAD_JSON');
  }

  /** Better Auth's form of the client's address: a whole IPv6 network is one, as a household or a server has all of it. */
  address(c: Context): string {
    return getIP(this.#requestFor(c, {}), this.#options.auth.options) ?? 'unknown';
  }

  /** Who asks. Throws a Refusal when nobody is logged in. */
  async signedIn(c: Context): Promise<SignedIn> {
    const who = await this.#options.sessions.who(c.req.raw.headers);
    if (!who) throw new Refusal(401, 'UNAUTHORIZED');
    return who;
  }

  /** What Better Auth answers to `question`; 429 when there were too many of it, which are then not asked. */
  async ask(c: Context, question: Question = {}, slowing: Slowing = { limits: [] }): Promise<Response> {
    return this.slowed(slowing.limits, () => this.#ask(c, question, slowing));
  }

  /** The answer that `work` gives; 429 when there were too many, which are then not worked on. */
  async slowed(limits: readonly Limit[], work: () => Promise<Response>): Promise<Response> {
    // Taken before anything is looked at, so that a hundred tries at once are no way around.
    const waitMs = await this.#options.throttle.take(limits);
    return waitMs > 0 ? tooMany(waitMs) : work();
  }

  async #ask(c: Context, question: Question, slowing: Slowing): Promise<Response> {
    const { throttle, auth } = this.#options;
    const request = this.#requestFor(c, question);
    const response = await this.invited.run(c, request, () => auth.handler(request));
    await this.#meet(c, request, response, question);
    if (slowing.givesBack?.(response)) await throttle.giveBack(slowing.limits);
    return toOurs(response);
  }

  /** How many recovery codes a user has left; null when they are not asked for a second factor. */
  async recoveryCodesLeft(userId: string): Promise<number | null> {
    const { api, $context } = this.#options.auth;
    const { internalAdapter } = await $context;
    const user: { id: string; twoFactorEnabled?: unknown } | null =
      await internalAdapter.findUserById(userId);
    if (!user?.twoFactorEnabled) return null;
    return (await api.viewBackupCodes({ body: { userId } })).backupCodes.length;
  }

  /** Uses up what can be used once; false when it was. */
  async spend(limit: Limit): Promise<boolean> {
    return (await this.#options.throttle.take([limit])) === 0;
  }

  async restore(limit: Limit): Promise<void> {
    await this.#options.throttle.giveBack([limit]);
  }

  async hasPassword(userId: string): Promise<boolean> {
    const { internalAdapter } = await this.#options.auth.$context;
    return Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
  }

  /** The first password of whoever asks. Better Auth has no endpoint for it. */
  async setPassword(c: Context, newPassword: string): Promise<Response> {
    const { headers } = this.#requestFor(c, {});
    return toOurs(
      await this.#options.auth.api.setPassword({ headers, body: { newPassword }, asResponse: true }),
    );
  }

  /** Every sign-in, by whichever way, comes by here. */
  async #meet(c: Context, request: Request, response: Response, { neverSignsIn }: Question): Promise<void> {
    const { auth, devices, sessions, addressOf } = this.#options;
    const cookies = request.headers.get('cookie') ?? '';
    const { name } = (await auth.$context).authCookies.sessionToken;
    const token = newSession(name, cookies, response.headers);
    if (token === null) return;
    if (neverSignsIn) {
      response.headers.delete('set-cookie');
      return sessions.endByToken(token);
    }
    const userAgent = request.headers.get('user-agent');
    const arrival = { sessionToken: token, cookies, userAgent, address: addressOf(c) };
    response.headers.append('set-cookie', await devices.meet(arrival));
  }

  #requestFor(c: Context, { method, path, body }: Question): Request {
    const headers = new Headers({ [ADDRESS_HEADER]: this.#options.addressOf(c) });
    for (const name of PASSED_HEADERS) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    if (body) headers.set('content-type', 'application/json');
    const url = new URL(path === undefined ? c.req.path : `/api/auth${path}`, this.#options.publicUrl);
    return new Request(url, {
      // Hono answers HEAD as GET, and leaves the body out.
      method: method ?? (c.req.method === 'HEAD' ? 'GET' : c.req.method),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

/** Which code a wrong field has; `problem` is what zod calls it. */
export type FieldCodes = (
  field: PropertyKey | undefined,
  problem: string | undefined,
) => AuthErrorCode | null;

const noFields: FieldCodes = () => null;

/** Ends a request with the error of this code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;

  constructor(status: number, code: AuthErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.status = status;
    this.code = code;
  }
}

export function refuse(status: number, code: AuthErrorCode): Response {
  return Response.json(authError(code), { status, headers: { 'cache-control': 'no-store' } });
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>();
  } catch (cause) {
    throw new Refusal(400, 'BAD_JSON', { cause });
  }
}

async function toOurs(response: Response): Promise<Response> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  headers.delete('content-length');
  headers.set('cache-control', 'no-store');
  if (status < 400) return Response.json(withoutToken(body), { status, headers });
  const retryAfter = headers.get('x-retry-after');
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  return Response.json(translateError(status, body), { status, headers });
}

/** The token of the session that `answer` has just begun; null when it has begun none, or a way in that goes on. */
function newSession(cookieName: string, cookies: string, answer: Headers): string | null {
  const prefix = `${cookieName}=`;
  const set = answer.getSetCookie().findLast((line) => line.startsWith(prefix));
  const [pair = '', value = ''] = /^[^=]+=([^;]*)/.exec(set ?? '') ?? [];
  // What is set again is the session that there was.
  if (value === '' || cookies.split(/; */).includes(pair)) return null;
  return decodeURIComponent(value).split('.')[0] ?? null;
}

/** The session's token belongs in its HttpOnly cookie, out of reach of scripts, and nowhere else. */
function withoutToken(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
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
