import type { CDPSession } from '@playwright/test';

import type { App } from './app.ts';

/** A device's own keeper of passkeys, as Chromium makes it up for tests; its owner is there and shows their finger. */
export class VirtualAuthenticator {
  readonly #cdp: CDPSession;
  readonly #id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }

  static async of(app: App): Promise<VirtualAuthenticator> {
    const cdp = await app.context.newCDPSession(app.page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** Whether the owner answers when they are asked. One who is there also answers what a field of a page offers. */
  async setPresent(isPresent: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.#id,
      enabled: isPresent,
    });
  }
}
