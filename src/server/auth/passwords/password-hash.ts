import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './password-threads.ts';

/** The cost of a hash: 128 * 2 ** ln * r bytes of memory, processed `p` times. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** The minimum for scrypt in OWASP's Password Storage Cheat Sheet: 128 MB. */
export const PASSWORD_COST: ScryptCost = { ln: 17, r: 8, p: 1 };

const KEY_BYTES = 32;

interface Hash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Hashes a password to `$scrypt$ln=17,r=8,p=1$SALT$KEY` (the PHC string format). */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, { cost, salt, key: Buffer.alloc(KEY_BYTES) });
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toText(salt)}$${toText(key)}`;
}

/** Throws for a malformed `hash`. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parse(hash);
  return timingSafeEqual(await derive(password, parsed), parsed.key);
}

export function isOfCost(hash: string, { ln, r, p }: ScryptCost): boolean {
  return hash.startsWith(`$scrypt$ln=${ln},r=${r},p=${p}$`);
}

function parse(hash: string): Hash {
  const [, ln, r, p, salt = '', key = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? [];
  if (ln === undefined) throw new Error('The hash of a password has no form that is known.');
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

function derive(password: string, { cost, salt, key }: Hash): Promise<Buffer> {
  const { ln, r, p } = cost;
  const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r };
  return deriveKey({ password: password.normalize('NFKC'), salt, length: key.length, options });
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
