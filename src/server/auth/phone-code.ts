import { createHash, createHmac } from 'node:crypto';

const UNUSED_CODE = /^(\d{6}):0$/;

interface Verification {
  /** As Better Auth stores it: the hash of a phone number, where it is for one. */
  readonly identifier: string;
  readonly value: string;
}

/**
 * What is stored of a code by text message, and what Better Auth compares with it. There are so few codes that without the
 * server's secret each could be found from its hash.
 */
export function hashCode(secret: string, phoneNumber: string, code: string): string {
  return hashFor(secret, createHash('sha256').update(phoneNumber).digest('base64url'), code);
}

/** What Better Auth is about to store, with the code in it hashed, if it is one. */
export function withHashedCode<T extends Verification>(secret: string, row: T): T {
  const code = UNUSED_CODE.exec(row.value)?.[1];
  return code === undefined ? row : { ...row, value: `${hashFor(secret, row.identifier, code)}:0` };
}

function hashFor(secret: string, identifier: string, code: string): string {
  return createHmac('sha256', secret)
    .update(`code by text message ${identifier} ${code}`)
    .digest('base64url');
}
