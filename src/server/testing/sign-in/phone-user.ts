import type { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import type { TextServer } from './text-server.ts';

let last = 100;

/** A number that nobody has used yet in this process. */
export function newNumber(): string {
  return `+1202555${String((last += 1)).padStart(4, '0')}`;
}

export function askForCode(browser: TestBrowser, phoneNumber: string): Promise<Response> {
  return browser.post('/api/auth/phone/code', { phoneNumber, country: 'US' });
}

/** Signs in by `code`, which makes the account where there is none. */
export function enterPhoneCode(browser: TestBrowser, phoneNumber: string, code: string): Promise<Response> {
  return browser.post('/api/auth/phone/sign-in', { phoneNumber, code });
}

/** Asks for a code, which comes as the `count`-th text to the number, and signs in by it. */
export async function signInByPhone(
  browser: TestBrowser,
  texts: TextServer,
  phoneNumber: string,
  count = 1,
): Promise<Response> {
  await askForCode(browser, phoneNumber);
  return enterPhoneCode(browser, phoneNumber, await texts.codeTo(phoneNumber, count));
}

/** The same, for a browser that has to be signed in then. */
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
