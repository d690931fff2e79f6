import { createECDH, createPrivateKey, hkdfSync, sign, type KeyObject } from 'node:crypto';

/** How long a token holds: at most a day (RFC 8292, section 2). */
const TOKEN_SECONDS = 12 * 3_600;

/** The order of the group of P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The key that identifies this server to push services (RFC 8292). */
export class Vapid {
  /** An uncompressed P-256 point, base64url. Browsers subscribe with it. */
  readonly publicKey: string;
  readonly #key: KeyObject;
  readonly #subject: string | null;
  readonly #tokens = new Map<string, { readonly token: string; readonly until: number }>();

  /**
   * `privateKey`: of P-256, 32 bytes. `subject`: a contact as an https or mailto URL; Apple rejects URLs of
   * this machine.
   */
  constructor(privateKey: Buffer, subject: string | null) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey);
    const point = pair.getPublicKey();
    this.publicKey = point.toString('base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey.toString('base64url') } as const;
    this.#key = createPrivateKey({ key: jwk as never, format: 'jwk' });
    this.#subject = subject;
  }

  /** The header `Authorization` for a push service; `now`: ms since 1970 UTC. */
  authorization(endpoint: string, now: number): string {
    const { origin } = new URL(endpoint);
    const known = this.#tokens.get(origin);
    // Signing takes longer than the rest of a message.
    if (known && now < known.until && known.until - now < TOKEN_SECONDS * 1_000)
      return this.#header(known.token);
    const exp = Math.floor(now / 1_000) + TOKEN_SECONDS;
    const claims = { aud: origin, exp, ...(this.#subject !== null && { sub: this.#subject }) };
    const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    const token = `${signed}.${signature.toString('base64url')}`;
    // Users choose endpoints, and must not be able to fill the memory.
    if (this.#tokens.size >= 1_000) this.#tokens.clear();
    this.#tokens.set(origin, { token, until: now + (TOKEN_SECONDS / 2) * 1_000 });
    return this.#header(token);
  }

  #header(token: string): string {
    return `vapid t=${token}, k=${this.publicKey}`;
  }
}

/**
 * The private key, derived from the server's secret: the same on all servers, and as safe as that secret. The
 * extra random bits follow FIPS 186-5 (A.2.1).
 */
export function vapidKeyFrom(secret: string): Buffer {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'Sunglow web push', 48));
  const scalar = (BigInt(`0x${bits.toString('hex')}`) % (ORDER - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
}

/**
 * The contact for push services: the site, or else the sender of its mail. Null for a server on this machine
 * without mail.
 */
export function vapidSubject(publicUrl: string, mailFrom: string | null): string | null {
  if (publicUrl.startsWith('https:')) return publicUrl;
  const address = /([^\s<>]+@[^\s<>]+)>?$/.exec(mailFrom ?? '')?.[1];
  return address === undefined ? null : `mailto:${address}`;
}
