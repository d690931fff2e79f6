import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { SunglowError } from '#src/domain/errors.ts';

/** The keys of a browser's subscription (RFC 8291, section 2), base64url. */
export interface ReceiverKeys {
  /** An uncompressed P-256 point. */
  readonly p256dh: string;
  /** 16 bytes. */
  readonly auth: string;
}

/** The values that the server makes anew for each message. Only tests pass them. */
interface Sender {
  /** A key of P-256, 32 bytes. */
  readonly privateKey?: Buffer;
  /** 16 bytes. */
  readonly salt?: Buffer;
}

export class WrongKeys extends SunglowError {
  constructor() {
    super('INVALID_VALUE', 'The keys of the subscription are none of a browser.');
  }
}

/** A push service takes 4,096 bytes. This many are left for the text (RFC 8291, section 4). */
export const MAX_PUSH_BYTES = 3_993;

const RECORD_BYTES = 4_096;

/**
 * The body of a push message, coded as `aes128gcm` (RFC 8188) for one browser alone (RFC 8291). Throws
 * WrongKeys.
 */
export function encryptPush(text: Uint8Array, { p256dh, auth }: ReceiverKeys, sender: Sender = {}): Buffer {
  const receiverPublic = Buffer.from(p256dh, 'base64url');
  const authSecret = Buffer.from(auth, 'base64url');
  if (receiverPublic.length !== 65 || receiverPublic[0] !== 4 || authSecret.length !== 16)
    throw new WrongKeys();
  const { privateKey, salt = randomBytes(16) } = sender;
  const pair = createECDH('prime256v1');
  if (privateKey) pair.setPrivateKey(privateKey);
  else pair.generateKeys();
  const own = pair.getPublicKey();
  let shared: Buffer;
  try {
    shared = pair.computeSecret(receiverPublic);
  } catch {
    // The point is not on the curve.
    throw new WrongKeys();
  }
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverPublic, own]);
  const secret = hkdf(shared, authSecret, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // One record, which is the last: its delimiter is 2.
  const body = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, recordSize, Buffer.of(own.length), own, ...body]);
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
