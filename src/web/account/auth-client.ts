import { SunglowError } from '#src/domain/errors.ts';
import { isPhoneEmail } from '#src/domain/identity/phone-email.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { parseUser, type User } from '#src/web/platform/session.ts';

/** A rejected or failed request. `message` is a text for the user. */
export class AuthError extends SunglowError {}

const OFFLINE_TEXT = 'No connection to the server. Check your network, then try again.';
const BETWEEN_TEXT = 'A proxy or network between this device and the server asks you to sign in.';
const TROUBLE_TEXT = 'The server had an error. Try again in a moment.';

/** Texts for the server's error codes. A wrong password and an unknown email have the same text. */
const TEXTS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password.',
  INVALID_EMAIL: 'Please enter a valid Email',
  USER_ALREADY_EXISTS: 'There is an account with this email already. Sign in instead.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this email already. Sign in instead.',
};

/** Creates the account and signs in. Null when the email has to be confirmed first. Throws AuthError. */
export async function signUp(fields: {
  name: string;
  email: string;
  password: string;
}): Promise<User | null> {
  const answer = await callAuth('/sign-up/email', fields);
  return isRecord(answer) && 'user' in answer ? requireUser(answer) : null;
}

/** Throws AuthError. */
export async function signIn(fields: { email: string; password: string }): Promise<User> {
  return requireUser(await callAuth('/sign-in/email', fields));
}

/** Set from the user's sign-out here until the server has ended the session. */
const LEFT = 'sunglow.left-session';
const SIGN_OUT_PATIENCE_MS = 10_000;

/** From now on nobody can use the session of this browser, although the server has not ended it yet. */
export function leaveSession(): void {
  localStorage.setItem(LEFT, 'yes');
}

export function hasLeftSession(): boolean {
  return deviceMemory.get(LEFT) !== null;
}

/**
 * Ends the left session on the server, if there is one; it may have ended already. Only one tab does so at a
 * time, since a late answer must not remove the cookie of a later sign-in. Throws AuthError.
 */
export async function endLeftSession(): Promise<void> {
  if (!hasLeftSession()) return;
  await navigator.locks.request(LEFT, async () => {
    if (!hasLeftSession()) return;
    await request('/sign-out', {}, AbortSignal.timeout(SIGN_OUT_PATIENCE_MS));
    deviceMemory.forget(LEFT);
  });
}

/** The user of the session cookie; null without one. Throws AuthError. */
export async function currentUser(): Promise<User | null> {
  const answer = await callAuth('/get-session');
  return answer === null ? null : requireUser(answer);
}

/** The user in the answer to a sign-in. Throws AuthError without one. */
export function requireUser(answer: unknown): User {
  const user = isRecord(answer) ? parseUser(answer['user']) : null;
  if (!user) throw new AuthError('SERVER', TROUBLE_TEXT);
  return isPhoneEmail(user.email) ? { ...user, email: '' } : user;
}

/**
 * Asks the server's /api/auth: POST with a body, else GET. Resolves to the JSON of the answer. Throws
 * AuthError.
 */
export async function callAuth(path: string, body?: object): Promise<unknown> {
  // A left session must neither let anybody in nor exist beside a new one.
  await endLeftSession();
  return request(path, body);
}

async function request(path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
  const response = await send(path, body, signal);
  // The server answers in JSON. A sign-in page of another site says nothing about the session.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw await lostError();
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer) && answer['twoFactorRedirect'] === true) {
    throw new AuthError('SECOND_FACTOR', 'Enter the code of your authenticator app.');
  }
  if (response.ok) return answer;
  throw toError(response, answer);
}

async function send(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      cache: 'no-store',
      ...(signal && { signal }),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw await lostError(cause);
  }
}

/** The error for a missing answer of the server. */
async function lostError(cause?: unknown): Promise<AuthError> {
  const between = await import('#src/web/platform/between.ts').then(
    ({ findBetween }) => findBetween(),
    () => null,
  );
  return between === 'sign-in' ? new AuthError('BETWEEN', BETWEEN_TEXT, { cause }) : offlineError(cause);
}

export function offlineError(cause?: unknown): AuthError {
  return new AuthError('OFFLINE', OFFLINE_TEXT, { cause });
}

/** The error for a failed answer; `answer` is its JSON. */
export function toError(response: Response, answer: unknown): AuthError {
  const code = textOf(answer, 'code');
  if (response.status === 429 && code !== 'ACCOUNT_TEMPORARILY_LOCKED') {
    return new AuthError('TOO_MANY', tooManyText(response));
  }
  const text = (code && TEXTS[code]) || textOf(answer, 'message');
  if (response.status >= 500 || !text) return new AuthError(code || 'SERVER', TROUBLE_TEXT);
  return new AuthError(code || 'REJECTED', text);
}

function textOf(answer: unknown, field: string): string {
  const value = isRecord(answer) ? answer[field] : undefined;
  return typeof value === 'string' ? value : '';
}

function tooManyText({ headers }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-retry-after'));
  if (!(seconds > 0)) return 'Too many attempts. Wait a moment, then try again.';
  const wait = seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many attempts. Try again in ${wait}.`;
}
