import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac } from 'node:crypto';

const UNUSED_CODE = /^(\d{6}):0$/;

const NUMBER = /^\+\d+$/;

/** The cookie of the browser that asks for a code or enters one, in the request under way. */
const cookieUnderWay = new AsyncLocalStorage<string>();

interface Verification {
  /** The identifier as `storedIdentifier` has it. */
  readonly identifier: string;
  readonly value: string;
}

/**
 * What is stored of a code by text message, and what Better Auth compares with it. There are so few codes that without the
 * server's secret each could be found from its hash.
 */
export function hashCode(secret: string, phoneNumber: string, code: string): string {
  return hashFor(secret, hash(phoneNumber), code);
}

/** What Better Auth is about to store, with the code in it hashed, if it is one. */
export function withHashedCode<T extends Verification>(secret: string, row: T): T {
  const code = UNUSED_CODE.exec(row.value)?.[1];
  if (code === undefined) return row;
  const [ofNumber = ''] = row.identifier.split('.');
  return { ...row, value: `${hashFor(secret, ofNumber, code)}:0` };
}

/** Has `work` ask for a code, or enter it, as the browser with this cookie: it has codes of its own, and tries of its own. */
export function asBrowser<T>(cookie: string, work: () => T): T {
  return cookieUnderWay.run(cookie, work);
}

/** The name under which Better Auth is to store and to find a link or a code. All codes for a number begin alike. */
export async function storedIdentifier(identifier: string): Promise<string> {
  const cookie = cookieUnderWay.getStore();
  if (cookie === undefined || !NUMBER.test(identifier)) return hash(identifier);
  return `${codesFor(identifier)}${hash(cookie)}`;
}

/** The beginning of the stored identifiers of all codes for a number. */
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
