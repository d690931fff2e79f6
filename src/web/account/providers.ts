import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import {
  PROVIDER_PROBLEMS,
  type ProviderProblem,
  type AccountMethods,
} from '#src/domain/identity/sign-in-methods.ts';
import { SAME_PAGE } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { AuthError, callAuth, currentUser } from './auth-client.ts';
import { callFresh } from './fresh-call.ts';
import { rememberOrigin, takeOrigin } from './remembered-origin.ts';
import { isRecord } from '#src/domain/is-record.ts';
import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { session } from '#src/web/platform/session.ts';

/** Goes to the provider, which leads back to /auth/return, and from there to `origin`. Throws AuthError. */
export async function leaveToSignIn(provider: string, origin: unknown): Promise<void> {
  const url = addressIn(await callAuth('/sign-in/social', { provider }));
  rememberOrigin(origin);
  window.location.assign(url);
}

const LINKING = 'sunglow.linking';

/** Goes to the provider, which leads back to the account. Throws AuthError. */
export async function leaveToLink(provider: string): Promise<void> {
  const address = addressIn(await callFresh('/link-social', { provider }));
  deviceMemory.set(LINKING, provider);
  window.location.assign(address);
}

/** True after a user has left to link a provider, until `forgetLinking`. */
export function isBackFromLinking(): boolean {
  return deviceMemory.get(LINKING) !== null;
}

export function forgetLinking(): void {
  deviceMemory.forget(LINKING);
}

/**
 * Starts the session of the user whom the server has signed in. Resolves to the next place. Throws AuthError.
 */
export async function arrive(): Promise<string> {
  const user = await currentUser();
  if (!user) return links.signIn;
  session.start(user);
  return takeOrigin();
}

/** Throws AuthError. */
export async function unlink(provider: string): Promise<void> {
  await callFresh('/unlink-account', { provider });
}

/** The sign-in methods of the user. Throws AuthError. */
export async function loadAccountMethods(): Promise<AccountMethods> {
  return (await callAuth('/list-accounts')) as AccountMethods;
}

const TEXTS: Readonly<Record<ProviderProblem, string>> = {
  PROVIDER_DENIED: 'You canceled. Nothing has changed.',
  PROVIDER_EXPIRED: 'The sign-in took too long, or continued in another browser. Try again.',
  PROVIDER_FAILED: 'The other site gave a wrong answer. Try again, or use another sign-in method.',
  PROVIDER_SIGNS_WITH_SECRET:
    'The other site signs with HS256, which cannot be checked safely. Ask the operator of this server to choose RS256 or ES256 there.',
  PROVIDER_NO_EMAIL: 'That account has no usable email. Use another sign-in method.',
  EMAIL_UNPROVEN:
    'If you are new here, open the link that is on its way to your email, in this browser. If you have an account, first sign in to it by another method.',
  ACCOUNT_EXISTS:
    'There is an account with this email already. Sign in to it, then link the two on the account page.',
  SIGN_UPS_CLOSED:
    'No account here is linked to that one, and this server accepts no new accounts. If you have an account, sign in by another method.',
  LINKED_ELSEWHERE: 'That account is linked to another user here. Unlink it there first.',
  EMAIL_DIFFERS: 'That account has a different email. The two must be the same.',
  EMAIL_NOT_VOUCHED: 'The email of that account is not confirmed there, so it cannot be linked.',
  TOO_MANY: 'Too many attempts. Wait a moment, then try again.',
};

/**
 * The error of a sign-in with a provider that ended on this page; null without one. Removes it from the
 * address, so that a reload does not repeat it, and restores the remembered origin.
 */
export function useProviderProblem(): AuthError | null {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const code = new URLSearchParams(search).get('error');
  const [problem] = useState(() => problemOf(code));
  useEffect(() => {
    if (code === null) return;
    const state = pathname === links.signIn ? { origin: takeOrigin() } : SAME_PAGE;
    navigate(pathname + hash, { replace: true, state });
  }, [code, pathname, hash, navigate]);
  return problem;
}

function problemOf(code: string | null): AuthError | null {
  const known = PROVIDER_PROBLEMS.find((each) => each === code);
  return known ? new AuthError(known, TEXTS[known]) : null;
}

function addressIn(answer: unknown): string {
  const url = isRecord(answer) ? answer['url'] : undefined;
  if (typeof url !== 'string') throw new AuthError('PROVIDER_FAILED', TEXTS.PROVIDER_FAILED);
  return url;
}
