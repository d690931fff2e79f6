import { SoftwarePasskey, type Ceremony } from './software-passkey.ts';
import type { TestBrowser, TestServer } from '#src/server/testing/processes/test-server.ts';

/** A browser's use of passkeys at `server`. */
export class PasskeyUser {
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** The server's challenge to sign. */
  async ceremony(browser: TestBrowser, kind: 'register' | 'authenticate'): Promise<Ceremony> {
    const response = await browser.fetch(`/api/auth/passkey/generate-${kind}-options`);
    if (!response.ok) throw new Error(`no passkey is asked for: ${await response.text()}`);
    const { challenge } = (await response.json()) as { challenge: string };
    return { challenge, origin: this.#server.publicUrl, rpId: 'localhost' };
  }

  /** A browser whose user has just signed up and added a passkey. */
  async signUp(email: string): Promise<{ browser: TestBrowser; passkey: SoftwarePasskey }> {
    const browser = this.#server.browser();
    await browser.signUp(email);
    const passkey = new SoftwarePasskey();
    const added = await addPasskey(browser, passkey.register(await this.ceremony(browser, 'register')));
    if (!added.ok) throw new Error(`the passkey was not added: ${await added.text()}`);
    return { browser, passkey };
  }

  async signIn(browser: TestBrowser, passkey: SoftwarePasskey): Promise<Response> {
    return enterPasskey(browser, passkey.authenticate(await this.ceremony(browser, 'authenticate')));
  }
}

export function addPasskey(browser: TestBrowser, response: object): Promise<Response> {
  return browser.post('/api/auth/passkey/verify-registration', { response });
}

export function enterPasskey(browser: TestBrowser, response: object): Promise<Response> {
  return browser.post('/api/auth/passkey/verify-authentication', { response });
}

export async function listPasskeys(browser: TestBrowser): Promise<{ id: string; name: string }[]> {
  const response = await browser.fetch('/api/auth/passkey/list-user-passkeys');
  return (await response.json()) as { id: string; name: string }[];
}
