import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac } from 'node:crypto';

const UNUSED_CODE = /^(\d{6}):0$/;

const NUMBER = /^\+\d+$/;

/** The cookie of the browser that requests or enters a code in the current request. */
const cookieUnderWay = new AsyncLocalStorage<string>();

interface Verification {
  /** The identifier from `storedIdentifier`. */
  readonly identifier: string;
  readonly value: string;
}

/**
 * The stored form of a text code, which Better Auth compares with. There are so few codes that a hash without
 * the server's secret would reveal them.
 */
export function hashCode(secret: string, phoneNumber: string, code: string): string {
  return hashFor(secret, hash(phoneNumber), code);
}

/** A row that Better Auth is about to store, with its code hashed, if it has one. */
export function withHashedCode<T extends Verification>(secret: string, row: T): T {
  const code = UNUSED_CODE.exec(row.value)?.[1];
  if (code === undefined) return row;
  const [ofNumber = ''] = row.identifier.split('.');
  return { ...row, value: `${hashFor(secret, ofNumber, code)}:0` };
}

/**
 * Runs `work` for the browser with this cookie: its codes and tries are separate from those of other
 * browsers.
 */
export function asBrowser<T>(cookie: string, work: () => T): T {
  return cookieUnderWay.run(cookie, work);
}

/** The identifier of a link or a code in Better Auth's storage. All codes for a number share a prefix. */
export async function storedIdentifier(identifier: string): Promise<string> {
  const cookie = cookieUnderWay.getStore();
  if (cookie === undefined || !NUMBER.test(identifier)) return hash(identifier);
  return `${codesFor(identifier)}${hash(cookie)}`;
}

/** The prefix of the stored identifiers of all codes for a number. */
export function codesFor(phoneNumber: string): string {
  return `${hash(phoneNumber)}.`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function hashFor(secret: string, numberHash: string, code: string): string {
  return createHmac('sha256', secret)
    .update(`code by text message ${numberHash} ${code}`)
    .digest('base64url');
}
