import { countryOfLanguage } from '#src/domain/identity/calling-codes.ts';
import { callAuth, requireUser } from './auth-client.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { callFresh } from './fresh-call.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { User } from '#src/web/platform/session.ts';

/** A number with a code on its way. */
export interface CodeSent {
  /** The number in E.164 form. */
  readonly phoneNumber: string;
  /** The number as people write it. */
  readonly readable: string;
}

export interface TypedNumber {
  readonly phoneNumber: string;
  readonly country: string;
}

export function usePhoneForm() {
  return useForm({ phoneNumber: '', country: countryOfLanguage(navigator.language) }, ({ phoneNumber }) => ({
    phoneNumber: phoneNumber.trim() === '' ? 'Please enter your Phone number' : null,
    country: null,
  }));
}

export function useCodeForm() {
  return useForm({ code: '' }, ({ code }) => ({
    code: /^\d{6}$/.test(digitsOf(code)) ? null : 'Please enter the 6 digits of the code',
  }));
}

/** Requests a code. The server does not reveal if it sends one. Throws AuthError. */
export async function askForCode(typed: TypedNumber): Promise<CodeSent> {
  return (await callAuth('/phone/code', typed)) as CodeSent;
}

/** Requests a code for a new number of the signed-in user. Throws AuthError. */
export async function askForChangeCode(typed: TypedNumber): Promise<CodeSent> {
  return (await callFresh('/phone/change-code', typed)) as CodeSent;
}

/** Throws AuthError. */
export async function signInByCode(phoneNumber: string, code: string): Promise<User> {
  return requireUser(await callAuth('/phone/sign-in', { phoneNumber, code: digitsOf(code) }));
}

/** Sets the phone number of the signed-in user. Throws AuthError. */
export async function changePhone(phoneNumber: string, code: string): Promise<void> {
  await callFresh('/phone/change', { phoneNumber, code: digitsOf(code) });
}

/** Throws AuthError. */
export async function removePhone(): Promise<void> {
  await callFresh('/phone/remove', {});
}

/** The phone number of the signed-in user; '' without one. Throws AuthError. */
export async function loadPhone(): Promise<string> {
  const answer = await callAuth('/get-session');
  const user = isRecord(answer) ? answer['user'] : null;
  const number = isRecord(user) ? user['phoneNumber'] : null;
  return typeof number === 'string' ? number : '';
}

/** Copied codes may have blanks around them and within. */
function digitsOf(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
