import { LINK_LIFETIME_S } from '#src/server/auth/mail/mails.ts';
import type { Limit } from './throttle.ts';

/** An attempt to sign in with a password. */
export interface PasswordTry {
  readonly address: string;
  readonly email: string;
  /** The browser, if that account has signed in from it before; else null. */
  readonly device: string | null;
}

/**
 * The limits on wrong passwords. The first is the strictest: it stops a guessing address before the account
 * slows down for its owner elsewhere. The second stops many addresses that guess one account, the third one
 * address that tries many accounts. An unknown account has the same limits. A browser that the account knows
 * has its own limit, so that its owner can sign in during an attack.
 */
export function wrongPasswordLimits({ address, email, device }: PasswordTry): Limit[] {
  const account = email.toLowerCase();
  if (device !== null)
    return [{ key: `sign-in account ${account} device ${device}`, burst: 10, everyMs: 60_000 }];
  return [
    { key: `sign-in account ${account} address ${address}`, burst: 10, everyMs: 60_000 },
    { key: `sign-in account ${account}`, burst: 30, everyMs: 20_000 },
    { key: `sign-in address ${address}`, burst: 60, everyMs: 10_000 },
  ];
}

/**
 * The limits on all passwords of an account, right ones too, since each is hashed. Not by account alone, or
 * others could use up the owner's tries.
 */
export function passwordLimits({ address, email, device }: PasswordTry): Limit[] {
  const from = device === null ? `address ${address}` : `device ${device}`;
  return [{ key: `password account ${email.toLowerCase()} ${from}`, burst: 20, everyMs: 30_000 }];
}

/** The limits on successful sign-ins by any method: each makes a session, and sends mail for a new device. */
export function signInLimits(userId: string): Limit[] {
  return [{ key: `sign-in of ${userId}`, burst: 20, everyMs: 180_000 }];
}

/** The limits on sign-ups: enough for a school behind one address, too little to fill the disk. */
export function signUpLimits(address: string): Limit[] {
  return [{ key: `sign-up address ${address}`, burst: 100, everyMs: 5_000 }];
}

/**
 * The limits on requested mails, which protect inboxes and the server's reputation. A request for another
 * person's address takes nothing from the owner's limit elsewhere.
 */
export function mailLimits(address: string, email: string): Limit[] {
  return [
    { key: `mail to ${email.toLowerCase()} address ${address}`, burst: 5, everyMs: 180_000 },
    { key: `mail address ${address}`, burst: 30, everyMs: 20_000 },
  ];
}

/**
 * The limit on all mails of a kind to one inbox. Beyond it, the last mail was sent within a minute, and still
 * works for its owner. So the answer stays the same, and nobody can keep the owner from getting one.
 */
export function inboxLimit(kind: string, email: string): Limit {
  return { key: `mail ${kind} to ${email.toLowerCase()}`, burst: 20, everyMs: 60_000 };
}

/** The limits on using links. Links are too long to guess; this keeps requests cheap. */
export function linkLimits(address: string): Limit[] {
  return [{ key: `link address ${address}`, burst: 30, everyMs: 10_000 }];
}

/** Makes a link work once within its lifetime. */
export function usedLink(token: string): Limit {
  return { key: `link ${token}`, burst: 1, everyMs: LINK_LIFETIME_S * 1_000 };
}

/**
 * The limits on challenges for passkeys, and on answers to them. Keys cannot be guessed; this keeps requests
 * cheap.
 */
export function passkeyLimits(address: string): Limit[] {
  return [{ key: `passkey address ${address}`, burst: 100, everyMs: 3_000 }];
}

/** The limits on going to a provider and coming back: the server keeps each attempt for some minutes. */
export function providerLimits(address: string): Limit[] {
  return [{ key: `provider address ${address}`, burst: 60, everyMs: 5_000 }];
}

export interface TextRequest {
  readonly address: string;
  readonly phoneNumber: string;
  /** As in a PasswordTry, for the account with the number. */
  readonly device: string | null;
}

/**
 * The limits on requested texts, since each costs money. A request for another person's number takes nothing
 * from its owner's limit elsewhere, or in a browser that the account knows.
 */
export function textLimits({ address, phoneNumber, device }: TextRequest): Limit[] {
  if (device !== null)
    return [{ key: `text to ${phoneNumber} device ${device}`, burst: 4, everyMs: 600_000 }];
  return [
    { key: `text to ${phoneNumber} address ${address}`, burst: 4, everyMs: 600_000 },
    { key: `text address ${address}`, burst: 10, everyMs: 120_000 },
  ];
}

/**
 * The limit on all texts to one number from browsers that its account does not know: a dozen, then twelve a
 * day. Beyond it none is sent, and the answer says so: unlike a link, a code works for minutes only, and only
 * in the browser that requested it.
 */
export function numberLimit(phoneNumber: string): Limit {
  return { key: `text to ${phoneNumber}`, burst: 12, everyMs: 7_200_000 };
}

/** The limits on wrong codes, beside the three tries of each code in the browser that requested it. */
export function codeLimits(address: string): Limit[] {
  return [{ key: `code address ${address}`, burst: 30, everyMs: 20_000 }];
}

/**
 * The limits on wrong codes of an authenticator app, and on wrong recovery codes. Better Auth also limits by
 * account.
 */
export function secondFactorLimits(address: string): Limit[] {
  return [{ key: `second factor address ${address}`, burst: 30, everyMs: 30_000 }];
}

/**
 * Makes a code of an authenticator app work once in its lifetime: half a minute, and as long before and
 * after.
 */
export function usedCode(userId: string, code: string): Limit {
  return { key: `second factor ${userId} ${code}`, burst: 1, everyMs: 90_000 };
}

/** The limits on new profile photos, since each is decoded and stored. */
export function photoLimits(userId: string): Limit[] {
  return [{ key: `photo of ${userId}`, burst: 20, everyMs: 30_000 }];
}

/** The limits on new calendar feeds. */
export function feedLimits(userId: string): Limit[] {
  return [{ key: `feeds of ${userId}`, burst: 20, everyMs: 30_000 }];
}

/** The limits on test reminders, and on changes of reminder ways. */
export function reminderLimits(userId: string): Limit[] {
  return [{ key: `reminders of ${userId}`, burst: 20, everyMs: 30_000 }];
}

/** The limits on new webhooks, and on messages that are sent again. */
export function webhookLimits(userId: string): Limit[] {
  return [{ key: `webhooks of ${userId}`, burst: 30, everyMs: 30_000 }];
}

/** The limits on new access tokens, since each sends mail. */
export function tokenLimits(userId: string): Limit[] {
  return [{ key: `tokens of ${userId}`, burst: 20, everyMs: 60_000 }];
}
