import { callAuth } from '#src/web/account/auth-client.ts';
import { callFresh } from '#src/web/account/fresh-call.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** A device that is signed in to the account. */
export interface SignedInDevice {
  readonly id: string;
  /** Browser and system, in words. */
  readonly device: string;
  /** When it last used the app, ms since 1970 UTC; exact to an hour. */
  readonly usedAt: number;
  /** Whether it is this one. */
  readonly isCurrent: boolean;
}

/** Throws AuthError, as all of these do. */
export async function rename(name: string): Promise<void> {
  await callAuth('/update-user', { name });
}

/** Begins the change, which ends by the links in two mails. */
export async function changeEmail(newEmail: string): Promise<void> {
  await callFresh('/change-email', { newEmail });
}

export async function loadHasPassword(): Promise<boolean> {
  const answer = await callAuth('/password');
  return isRecord(answer) && answer['isSet'] === true;
}

/** Signs out all other devices. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await callAuth('/change-password', { currentPassword, newPassword });
}

/** The first one of an account that has none. */
export async function setPassword(newPassword: string): Promise<void> {
  await callFresh('/set-password', { newPassword });
}

/** Those that used the app last come first. */
export async function loadDevices(): Promise<readonly SignedInDevice[]> {
  return (await callAuth('/sessions')) as SignedInDevice[];
}

export async function signOutDevice(id: string): Promise<void> {
  await callAuth('/sessions/end', { id });
}

export async function signOutOtherDevices(): Promise<void> {
  await callAuth('/sessions/end-others', {});
}
