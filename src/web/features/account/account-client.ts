import { callAuth } from '#src/web/account/auth-client.ts';
import { callFresh } from '#src/web/account/fresh-call.ts';
import { isRecord } from '#src/domain/is-record.ts';

/** A device that is signed in to the account. */
export interface SignedInDevice {
  readonly id: string;
  /** Browser and system, in words. */
  readonly device: string;
  /** The last use of the app, ms since 1970 UTC; exact to an hour. */
  readonly usedAt: number;
  /** True for this device. */
  readonly isCurrent: boolean;
}

/** Throws AuthError, like all functions here. */
export async function rename(name: string): Promise<void> {
  await callAuth('/update-user', { name });
}

/** Begins the change; the links in two mails complete it. */
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

/** Sets the first password of an account. */
export async function setPassword(newPassword: string): Promise<void> {
  await callFresh('/set-password', { newPassword });
}

/** The devices of the account, the most recently used first. */
export async function loadDevices(): Promise<readonly SignedInDevice[]> {
  return (await callAuth('/sessions')) as SignedInDevice[];
}

export async function signOutDevice(id: string): Promise<void> {
  await callAuth('/sessions/end', { id });
}

export async function signOutOtherDevices(): Promise<void> {
  await callAuth('/sessions/end-others', {});
}
