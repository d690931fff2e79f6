import { countryOfLanguage } from '#src/domain/calling-codes.ts';
import { callAuth, requireUser } from './auth-client.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { callFresh } from './fresh-call.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { User } from '#src/web/platform/session.ts';

/** A number to which a code is on its way. */
export interface CodeSent {
  /** The number as E.164 writes it. */
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

/** Has a code sent, if the number may have one: the server does not tell. Throws AuthError. */
export async function askForCode(typed: TypedNumber): Promise<CodeSent> {
  return (await callAuth('/phone/code', typed)) as CodeSent;
}

/** Does the same for a number that whoever is signed in wants to have. Throws AuthError. */
export async function askForChangeCode(typed: TypedNumber): Promise<CodeSent> {
  return (await callFresh('/phone/change-code', typed)) as CodeSent;
}

/** Throws AuthError. */
export async function signInByCode(phoneNumber: string, code: string): Promise<User> {
  return requireUser(await callAuth('/phone/sign-in', { phoneNumber, code: digitsOf(code) }));
}

/** Gives the number to the account of whoever is signed in, in the place of the one it has. Throws AuthError. */
export async function changePhone(phoneNumber: string, code: string): Promise<void> {
  await callFresh('/phone/change', { phoneNumber, code: digitsOf(code) });
}

/** Throws AuthError. */
export async function removePhone(): Promise<void> {
  await callFresh('/phone/remove', {});
}

/** The number of whoever is signed in, '' when there is none. Throws AuthError. */
export async function loadPhone(): Promise<string> {
  const answer = await callAuth('/get-session');
  const user = isRecord(answer) ? answer['user'] : null;
  const number = isRecord(user) ? user['phoneNumber'] : null;
  return typeof number === 'string' ? number : '';
}

/** People copy codes with blanks around and in them. */
function digitsOf(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
