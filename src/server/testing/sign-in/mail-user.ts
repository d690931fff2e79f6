import type { MailServer } from './mail-server.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';

/**
 * Opens the link in the `count`-th mail to `email`, which confirms an address, signs in, or completes a
 * sign-up.
 */
export async function followLink(
  browser: TestBrowser,
  mail: MailServer,
  email: string,
  count = 1,
): Promise<Response> {
  const { purpose, token } = await mail.linkTo(email, count);
  return browser.post(`/api/auth/link/${purpose}`, {
    token,
    ...(purpose === 'sign-up' && { password: PASSWORD }),
  });
}

/** Signs up, and chooses a password behind the link in the mail, which signs in. */
export async function signUpConfirmed(
  browser: TestBrowser,
  mail: MailServer,
  email: string,
): Promise<TestBrowser> {
  await browser.signUp(email);
  return signedIn(browser, await followLink(browser, mail, email));
}

/** Signs up by a link in a mail: an account without a password. */
export async function signUpByLink(
  browser: TestBrowser,
  mail: MailServer,
  email: string,
): Promise<TestBrowser> {
  await browser.post('/api/auth/sign-in/magic-link', { email });
  return signedIn(browser, await followLink(browser, mail, email));
}

async function signedIn(browser: TestBrowser, answer: Response): Promise<TestBrowser> {
  if (!answer.ok) throw new Error(`the link in the mail did not sign in: ${await answer.text()}`);
  return browser;
}
