import type { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import type { TextServer } from './text-server.ts';

let last = 100;

/** A phone number unused in this process. */
export function newNumber(): string {
  return `+1202555${String((last += 1)).padStart(4, '0')}`;
}

export function askForCode(browser: TestBrowser, phoneNumber: string): Promise<Response> {
  return browser.post('/api/auth/phone/code', { phoneNumber, country: 'US' });
}

/** Signs in with `code`; an unknown number gets an account. */
export function enterPhoneCode(browser: TestBrowser, phoneNumber: string, code: string): Promise<Response> {
  return browser.post('/api/auth/phone/sign-in', { phoneNumber, code });
}

/** Requests a code, which arrives as the `count`-th text to the number, and signs in with it. */
export async function signInByPhone(
  browser: TestBrowser,
  texts: TextServer,
  phoneNumber: string,
  count = 1,
): Promise<Response> {
  await askForCode(browser, phoneNumber);
  return enterPhoneCode(browser, phoneNumber, await texts.codeTo(phoneNumber, count));
}

/** The same, and checks that the browser is signed in afterwards. */
export async function signedInByPhone(
  browser: TestBrowser,
  texts: TextServer,
  phoneNumber: string,
  count?: number,
): Promise<TestBrowser> {
  const answer = await signInByPhone(browser, texts, phoneNumber, count);
  if (!answer.ok) throw new Error(`the code on the phone did not sign in: ${await answer.text()}`);
  return browser;
}
