import { createHash, randomBytes } from 'node:crypto';
import { deviceName } from './device-name.ts';
import { newDeviceMail } from '#src/server/auth/mail/mails.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

/** Seconds until a browser is forgotten after a sign-in: the longest lifetime of a cookie. */
export const DEVICE_LIFETIME_S = 400 * 86_400;

/** The most browsers remembered per user. */
const MOST_DEVICES = 100;

const DEVICE = /^[\w-]{43}$/;

export interface KnownDevicesOptions {
  readonly database: AppDatabase;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** A browser that has just signed in. */
export interface Arrival {
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  /** The headers and the address of its request. */
  readonly cookies: string;
  readonly userAgent: string | null;
  readonly address: string;
}

/**
 * The browsers where users have signed in before. Each keeps a random number in a cookie, and the server its
 * hash for each user. A sign-in from any other one is reported by mail, to a confirmed address.
 */
export class KnownDevices {
  readonly #options: KnownDevicesOptions;
  readonly #cookieName: string;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
    this.#cookieName = options.publicUrl.startsWith('https:') ? '__Host-sunglow.device' : 'sunglow.device';
  }

  /**
   * The hash of the browser with these `cookies`, if the account with this email or phone number knows it;
   * else null.
   */
  async find(cookies: string, account: string): Promise<string | null> {
    const device = this.#deviceIn(cookies);
    if (device === null) return null;
    const { db } = this.#options.database;
    const user = await db
      .selectFrom('user')
      .select('id')
      .where(account.startsWith('+') ? 'phoneNumber' : 'email', '=', account.toLowerCase())
      .executeTakeFirst();
    // Two statements, since devices may be on other nodes than users.
    const row = await db
      .selectFrom('device')
      .select('hash')
      .where('user_id', '=', user?.id ?? '')
      .where('hash', '=', hashOf(device))
      .executeTakeFirst();
    return row?.hash ?? null;
  }

  /** Remembers the browser, and reports a new one to the user. Returns the cookie to set in it. */
  async meet(arrival: Arrival): Promise<string> {
    const device = this.#deviceIn(arrival.cookies) ?? randomBytes(32).toString('base64url');
    const { user } = arrival;
    if ((await this.#isNewTo(user.id, device)) && user.emailVerified) this.#tell(user.email, arrival);
    return this.#cookie(device);
  }

  #deviceIn(cookies: string): string | null {
    const pairs = cookies.split(/; */).map((pair) => pair.split('='));
    const value = pairs.find(([name]) => name === this.#cookieName)?.[1];
    return value !== undefined && DEVICE.test(value) ? value : null;
  }

  /** Remembers the browser. The first one of a user is from their sign-up, and needs no mail. */
  async #isNewTo(userId: string, device: string): Promise<boolean> {
    const hash = hashOf(device);
    const seenAt = Date.now();
    return this.#options.database.transact(async (tx) => {
      const known = await tx
        .selectFrom('device')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .execute();
      const forgotten = known.slice(MOST_DEVICES - 1).map((other) => other.hash);
      if (forgotten.length > 0)
        await tx.deleteFrom('device').where('user_id', '=', userId).where('hash', 'in', forgotten).execute();
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

function hashOf(device: string): string {
  return createHash('sha256').update(device).digest('base64url');
}
