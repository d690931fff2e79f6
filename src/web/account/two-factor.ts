import { AuthError, callAuth, currentUser, requireUser } from './auth-client.ts';
import { changeUser } from './change-user.ts';
import { callFresh } from './fresh-call.ts';
import type { User } from '#src/web/platform/session.ts';

export interface TwoFactor {
  readonly isOn: boolean;
  /** How many are left; null when it is off. */
  readonly recoveryCodes: number | null;
  /** To change any of it, the password is wanted again. */
  readonly needsPassword: boolean;
}

/** What is needed to set it up; it is on once a code has been confirmed. */
export interface Setup {
  /** `otpauth://totp/...`, as authenticator apps read it. */
  readonly uri: string;
  /** The secret in it, in base 32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Throws AuthError. */
export async function loadTwoFactor(): Promise<TwoFactor> {
  return (await callAuth('/two-factor')) as TwoFactor;
}

/** Makes a new secret. `password`: of those who have one. Throws AuthError. */
export async function beginSetup(password: string | undefined): Promise<Setup> {
  const answer = await callFresh('/two-factor/enable', { password });
  const { totpURI, backupCodes } = answer as { totpURI: string; backupCodes: string[] };
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return { uri: totpURI, secret, recoveryCodes: backupCodes };
}

/** Turns it on, with the code that the app shows now. Throws AuthError. */
export async function finishSetup(code: string): Promise<void> {
  // The server has begun a new session, for which the connection to it waits.
  changeUser((await enterCode(code)).id);
}

/** Throws AuthError. */
export async function turnOff(password: string | undefined): Promise<void> {
  await callFresh('/two-factor/disable', { password });
  const user = await currentUser();
  // The server has begun a new session here too.
  if (user) changeUser(user.id);
}

/** Replaces the recovery codes. Throws AuthError. */
export async function renewRecoveryCodes(password: string | undefined): Promise<readonly string[]> {
  const answer = await callFresh('/two-factor/generate-backup-codes', { password });
  return (answer as { backupCodes: string[] }).backupCodes;
}

/** The second step of signing in, by the code that the app shows. Throws AuthError. */
export async function enterCode(code: string): Promise<User> {
  return requireUser(await callAuth('/two-factor/verify-totp', { code: digitsOf(code) }));
}

/** The second step of signing in, by a recovery code, which is used up. Throws AuthError. */
export async function enterRecoveryCode(code: string): Promise<User> {
  return requireUser(await callAuth('/two-factor/verify-backup-code', { code }));
}

/** What is wrong with the code of an app; apps show it with a blank in its middle. */
export function checkCode(code: string): string | null {
  return /^\d{6}$/.test(digitsOf(code)) ? null : 'Please enter the 6 digits of the Code';
}

/** Whether an error says that the first step of signing in was right, and the second one is to come. */
export function asksForSecondFactor(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'SECOND_FACTOR';
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}
