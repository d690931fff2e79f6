import type { LinkPurpose } from '#src/domain/mail-link.ts';
import { callAuth, currentUser, requireUser } from './auth-client.ts';
import { isRecord, type User } from './session.ts';

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  'sign-in': '/sign-in/magic-link',
  verify: '/send-verification-email',
  reset: '/request-password-reset',
};

/** Has a link mailed, if there is somebody to get it: the server does not tell. Throws AuthError. */
export async function askForLink(purpose: LinkPurpose, email: string): Promise<void> {
  await callAuth(PATHS[purpose], { email });
}

/** Throws AuthError. */
export async function signInByLink(token: string): Promise<User> {
  return requireUser(await callAuth('/link/sign-in', { token }));
}

/**
 * Confirms an email. Resolves to who is signed in then, and whether a second mail, to a new address, has to be confirmed
 * too. Throws AuthError.
 */
export async function confirmEmail(token: string): Promise<{ user: User | null; isHalfway: boolean }> {
  const answer = await callAuth('/link/verify', { token });
  return { user: await currentUser(), isHalfway: isRecord(answer) && !('user' in answer) };
}

/** Throws AuthError. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await callAuth('/reset-password', { token, newPassword });
}
