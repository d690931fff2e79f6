import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The content of a link that ends a user's reminders by mail. Instants are ms since 1970 UTC. */
export interface UnsubscribeLink {
  readonly userId: string;
  /** When the user last chose their reminder ways. A later choice ends the link. */
  readonly changedAt: number;
  readonly endsAt: number;
}

/** The keys for reminders, derived from the server's secret. */
export class ReminderSecrets {
  readonly #webhookKey: Buffer;
  readonly #linkKey: Buffer;

  constructor(secret: string) {
    const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `Sunglow ${use}`, 32));
    this.#webhookKey = keyOf('webhook secrets');
    this.#linkKey = keyOf('unsubscribe links');
  }

  /** A user's secret in the form of the database: AES-256-GCM, bound to the user. */
  seal(userId: string, text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#webhookKey, nonce).setAAD(Buffer.from(userId));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Null when it was sealed with another secret of the server, or for another user. */
  open(userId: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const cipher = createDecipheriv('aes-256-gcm', this.#webhookKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  /** The token of a link that needs no session. It proves that the link was in a mail to this user. */
  linkToken({ userId, changedAt, endsAt }: UnsubscribeLink): string {
    const payload = Buffer.from(JSON.stringify([userId, changedAt, endsAt])).toString('base64url');
    return `${payload}.${this.#proofOf(payload).toString('base64url')}`;
  }

  /** The content of a token. Null when this server did not make it. */
  readLink(token: string): UnsubscribeLink | null {
    const [payload = '', proof = ''] = token.split('.', 2);
    const [wanted, given] = [this.#proofOf(payload), Buffer.from(proof, 'base64url')];
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
    const [userId, changedAt, endsAt] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
      string,
      number,
      number,
    ];
    return { userId, changedAt, endsAt };
  }

  #proofOf(payload: string): Buffer {
    return createHmac('sha256', this.#linkKey).update(payload).digest();
  }
}
