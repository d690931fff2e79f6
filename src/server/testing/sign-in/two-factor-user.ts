import { appCode } from './authenticator-app.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';

export interface Setup {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Makes the server create a secret; two-factor is on after confirming one of its codes. */
export async function beginTwoFactor(browser: TestBrowser, password?: string): Promise<Setup> {
  const response = await browser.post('/api/auth/two-factor/enable', { password });
  if (!response.ok) throw new Error(`two-factor could not be set up: ${await response.text()}`);
  const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] };
  return { secret: new URL(totpURI).searchParams.get('secret') ?? '', recoveryCodes: backupCodes };
}

/** Turns on two-factor for the signed-in user with the current code; the next sign-in uses the next code. */
export async function turnOnTwoFactor(browser: TestBrowser, password?: string): Promise<Setup> {
  const setup = await beginTwoFactor(browser, password);
  const response = await enterCode(browser, appCode(setup.secret));
  if (!response.ok) throw new Error(`two-factor could not be turned on: ${await response.text()}`);
  return setup;
}

/** Signs up, and turns on two-factor. */
export async function signUpWithTwoFactor(browser: TestBrowser, email: string): Promise<Setup> {
  await browser.signUp(email);
  return turnOnTwoFactor(browser, PASSWORD);
}

export function enterCode(browser: TestBrowser, code: string): Promise<Response> {
  return browser.post('/api/auth/two-factor/verify-totp', { code });
}

export function enterRecoveryCode(browser: TestBrowser, code: string): Promise<Response> {
  return browser.post('/api/auth/two-factor/verify-backup-code', { code });
}
