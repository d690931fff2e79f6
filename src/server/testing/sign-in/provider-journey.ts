import type { IdentityProvider } from './identity-provider.ts';
import type { TestBrowser, TestServer } from '#src/server/testing/processes/test-server.ts';

type Start = '/sign-in/social' | '/link-social';

/** A browser's way from Sunglow to a provider and back. */
export class ProviderJourney {
  readonly #server: TestServer;
  readonly #identity: IdentityProvider;

  constructor(server: TestServer, identity: IdentityProvider) {
    this.#server = server;
    this.#identity = identity;
  }

  /** Requests the provider's address, as the pages do; `more` adds fields to the body. */
  setOut(browser: TestBrowser, path: Start = '/sign-in/social', more: object = {}): Promise<Response> {
    const { publicUrl } = this.#server;
    return browser.post(`/api/auth${path}`, { provider: 'oidc', ...more }, { origin: publicUrl });
  }

  /** The address at the provider. */
  async leave(browser: TestBrowser, path?: Start, more?: object): Promise<string> {
    const answer = await this.setOut(browser, path, more);
    const { url } = (await answer.json()) as { url: string };
    return url;
  }

  /**
   * Returns from the provider at `url`; the result is the path that it leads to, or else the whole answer in
   * short.
   */
  async comeBack(browser: TestBrowser, url: string): Promise<string> {
    const { publicUrl } = this.#server;
    if (!url.startsWith(`${publicUrl}/api/auth/callback/oidc?`)) throw new Error(`That leads to ${url}.`);
    const { status, headers } = await browser.fetch(url.slice(publicUrl.length));
    const location = headers.get('location') ?? '';
    const isOurs = status === 303 && location.startsWith(`${publicUrl}/`);
    return isOurs ? location.slice(publicUrl.length) : `${status} ${location}`;
  }

  /** The whole way for the provider's user `login`. */
  async go(browser: TestBrowser, login: string, path?: Start): Promise<string> {
    const url = await this.leave(browser, path);
    return this.comeBack(browser, await this.#identity.signIn(url, login));
  }

  /** Adds a user to the provider; returns their email. */
  introduce(login: string, isVerified: boolean | string = true): string {
    const email = `${login}@example.com`;
    const picture = 'https://example.com/photo.png';
    this.#identity.accounts.set(login, {
      email,
      email_verified: isVerified,
      name: 'Ada\r\nLovelace',
      picture,
    });
    return email;
  }
}

/** The sign-in methods that the account page gets. */
export async function waysInOf(browser: TestBrowser): Promise<Record<string, unknown>> {
  const answer = await browser.fetch('/api/auth/list-accounts');
  return (await answer.json()) as Record<string, unknown>;
}
