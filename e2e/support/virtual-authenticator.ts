import type { CDPSession } from '@playwright/test';

import type { App } from './app.ts';

/**
 * Chromium's virtual authenticator: a device's store of passkeys, with an owner who is present and unlocks
 * it.
 */
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

  /** Sets if the owner answers. A present owner also answers the offer in a field. */
  async setPresent(isPresent: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId: this.#id,
      enabled: isPresent,
    });
  }
}
