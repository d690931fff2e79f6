import { createHash, randomBytes } from 'node:crypto';
import { deviceName } from '#src/server/auth/device-name.ts';
import { newDeviceMail } from '#src/server/auth/mails.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** Seconds for which a browser is remembered after a sign-in: as long as browsers keep a cookie. */
export const DEVICE_LIFETIME_S = 400 * 86_400;

const DEVICE = /^[\w-]{43}$/;

export interface KnownDevicesOptions {
  readonly database: AppDatabase;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** A browser that has just signed in. */
export interface Arrival {
  readonly sessionToken: string;
  /** What it sent. */
  readonly cookies: string;
  readonly userAgent: string | null;
  readonly address: string;
}

/**
 * The browsers from which users have signed in before: each keeps a random number in a cookie, of which the hash is kept
 * for each user. A sign-in from any other is told to the user by mail, at an address that is surely theirs.
 */
export class KnownDevices {
  readonly #options: KnownDevicesOptions;
  readonly #cookieName: string;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
    this.#cookieName = options.publicUrl.startsWith('https:') ? '__Host-sunglow.device' : 'sunglow.device';
  }

  /** Remembers the browser, and tells the user when it is new. Returns the cookie to set in it. */
  async meet(arrival: Arrival): Promise<string> {
    const device = this.#deviceIn(arrival.cookies) ?? randomBytes(32).toString('base64url');
    const user = await this.#userOf(arrival.sessionToken);
    if (user && (await this.#isNewTo(user.id, device)) && user.emailVerified) this.#tell(user.email, arrival);
    return this.#cookie(device);
  }

  #deviceIn(cookies: string): string | null {
    const pairs = cookies.split(/; */).map((pair) => pair.split('='));
    const value = pairs.find(([name]) => name === this.#cookieName)?.[1];
    return value !== undefined && DEVICE.test(value) ? value : null;
  }

  async #userOf(sessionToken: string) {
    return this.#options.database.db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select(['user.id', 'user.email', 'user.emailVerified'])
      .where('session.token', '=', sessionToken)
      .executeTakeFirst();
  }

  /** Remembers it. The first one of a user is that of their sign-up: nothing that they would not know. */
  async #isNewTo(userId: string, device: string): Promise<boolean> {
    const hash = createHash('sha256').update(device).digest('base64url');
    const seenAt = Date.now();
    return this.#options.database.transact(async (tx) => {
      const known = await tx.selectFrom('device').select('hash').where('user_id', '=', userId).execute();
      await tx
        .insertInto('device')
        .values({ user_id: userId, hash, seen_at: seenAt })
        .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ seen_at: seenAt }))
        .execute();
      return known.length > 0 && known.every((other) => other.hash !== hash);
    });
  }

  #tell(to: string, { userAgent, address }: Arrival): void {
    const { delivery, publicUrl, inBackground } = this.#options;
    if (!delivery.mail) return;
    const at = Date.now();
    inBackground(
      delivery.mail(newDeviceMail({ to, publicUrl }, { device: deviceName(userAgent), address, at })),
    );
  }

  #cookie(device: string): string {
    const secure = this.#cookieName.startsWith('__Host-') ? '; Secure' : '';
    return `${this.#cookieName}=${device}; Max-Age=${DEVICE_LIFETIME_S}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }
}
