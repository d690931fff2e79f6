import { translateError } from '#src/server/auth/errors.ts';
import type { ErrorBody } from '#src/server/http/error-body.ts';

/**
 * Better Auth's answer in Sunglow's form: JSON without the token of a session, and errors in Sunglow's words.
 */
export async function toOurs(response: Response): Promise<Response> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => null);
  headers.delete('content-length');
  if (status < 400) return Response.json(withoutToken(body), { status, headers });
  const retryAfter = headers.get('x-retry-after');
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  return Response.json(translateError(status, body), { status, headers });
}

/** The session's token belongs only in its HttpOnly cookie, which scripts cannot read. */
function withoutToken(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { token: _token, session, ...rest } = body as { token?: unknown; session?: object };
  return session === undefined ? rest : { ...rest, session: withoutToken(session) };
}

/** The answer to a request that has to wait for `waitMs`. */
export function tooMany(waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const body: ErrorBody = { code: 'TOO_MANY_ATTEMPTS', message: `Too many attempts. Try again in ${wait}.` };
  return Response.json(body, {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  });
}
