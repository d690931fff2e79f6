import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Ceremony {
  /** The server's challenge. */
  readonly challenge: string;
  readonly origin: string;
  /** The host of the passkey. */
  readonly rpId: string;
  /** True if the user has proven to be its owner: by finger, face or PIN. */
  readonly userVerified?: boolean;
}

/**
 * Bits of the authenticator's data (Web Authentication, section 6.1): user present, user verified, key
 * included.
 */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** An authenticator's passkey (Web Authentication, level 3), without a browser around it. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 0;

  /** A browser's request to register it. */
  register(ceremony: Ceremony) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const authData = Buffer.concat([
      this.#authenticatorData(ceremony, HAS_KEY),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** A browser's request to sign in with it. */
  authenticate(ceremony: Ceremony) {
    const authenticatorData = this.#authenticatorData(ceremony, 0);
    const client = clientData('webauthn.get', ceremony);
    const signed = Buffer.concat([authenticatorData, sha256(client)]);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
    });
  }

  #credential<T>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData({ rpId, userVerified = true }: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#uses);
    const bits = flags | PRESENT | (userVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([bits]), counter]);
  }

  /** CBOR of a COSE key: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const coordinates = [x, y].map((coordinate, index) =>
      Buffer.concat([Buffer.from([0x21 + index]), bytes(Buffer.from(coordinate, 'base64url'))]),
    );
    return Buffer.concat([head, ...coordinates]);
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** CBOR of a text of fewer than 24 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** CBOR of fewer than 256 bytes. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}
