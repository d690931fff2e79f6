import type { LinkPurpose, MailLink } from '#src/domain/identity/mail-link.ts';
import { callAuth, currentUser, requireUser } from './auth-client.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { User } from '#src/web/platform/session.ts';

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  'sign-in': '/sign-in/magic-link',
  'sign-up': '/sign-up/email',
  verify: '/send-verification-email',
  reset: '/request-password-reset',
};

/**
 * Requests a mailed link. The server does not reveal if it sends one. `name`: for a sign-up. Throws
 * AuthError.
 */
export async function askForLink(purpose: LinkPurpose, email: string, name?: string): Promise<void> {
  await callAuth(PATHS[purpose], { email, name });
}

/** Completes a sign-up, in this browser or another, with the invitation of the link. Throws AuthError. */
export async function signUpByLink(link: Omit<MailLink, 'purpose'>, password: string): Promise<User> {
  if (link.invitation !== null) await callAuth('/invitation', { token: link.invitation });
  return requireUser(await callAuth('/link/sign-up', { token: link.token, password }));
}

/** Throws AuthError. */
export async function signInByLink(token: string): Promise<User> {
  return requireUser(await callAuth('/link/sign-in', { token }));
}

/**
 * Confirms an email. Resolves to the signed-in user, and to `isHalfway` when a second mail, to the new
 * address, has to be confirmed too. Throws AuthError.
 */
export async function confirmEmail(token: string): Promise<{ user: User | null; isHalfway: boolean }> {
  const answer = await callAuth('/link/verify', { token });
  return { user: await currentUser(), isHalfway: isRecord(answer) && answer['isHalfway'] === true };
}

/** Throws AuthError. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await callAuth('/reset-password', { token, newPassword });
}
