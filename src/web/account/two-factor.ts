import { AuthError, callAuth, currentUser, requireUser } from './auth-client.ts';
import { changeUser } from './change-user.ts';
import { callFresh } from './fresh-call.ts';
import type { User } from '#src/web/platform/session.ts';

export interface TwoFactor {
  readonly isOn: boolean;
  /** The number of unused ones; null when two-factor is off. */
  readonly recoveryCodes: number | null;
  /** True when changes need the password again. */
  readonly needsPassword: boolean;
}

/** The data of a setup, which is complete once a code has been confirmed. */
export interface Setup {
  /** `otpauth://totp/...`, for authenticator apps. */
  readonly uri: string;
  /** The secret of the address, in base 32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Throws AuthError. */
export async function loadTwoFactor(): Promise<TwoFactor> {
  return (await callAuth('/two-factor')) as TwoFactor;
}

/** Makes a new secret. `password`: for users with one. Throws AuthError. */
export async function beginSetup(password: string | undefined): Promise<Setup> {
  const answer = await callFresh('/two-factor/enable', { password });
  const { totpURI, backupCodes } = answer as { totpURI: string; backupCodes: string[] };
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return { uri: totpURI, secret, recoveryCodes: backupCodes };
}

/** Turns it on, with the present code of the app. Throws AuthError. */
export async function finishSetup(code: string): Promise<void> {
  // The server has begun a new session, and the connection waits for it.
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

/** The second step of a sign-in, by the app's code. Throws AuthError. */
export async function enterCode(code: string): Promise<User> {
  return requireUser(await callAuth('/two-factor/verify-totp', { code: digitsOf(code) }));
}

/** The second step of a sign-in, by a recovery code, which is then used up. Throws AuthError. */
export async function enterRecoveryCode(code: string): Promise<User> {
  return requireUser(await callAuth('/two-factor/verify-backup-code', { code }));
}

/** The problem with the code of an app, or null. Apps show it with a blank in its middle. */
export function checkCode(code: string): string | null {
  return /^\d{6}$/.test(digitsOf(code)) ? null : 'Please enter the 6 digits of the Code';
}

/** True for the error of a sign-in that needs its second step. */
export function asksForSecondFactor(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'SECOND_FACTOR';
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}
