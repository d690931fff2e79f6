import { LINK_LIFETIME_S } from '#src/server/auth/mail/mails.ts';
import type { Limit } from './throttle.ts';

/** Who tries a password, of which account. */
export interface PasswordTry {
  readonly address: string;
  readonly email: string;
  /** The browser, when somebody has signed in to that very account from it before; null for any other. */
  readonly device: string | null;
}

/**
 * What a wrong password takes from. The first is the strictest, so that one address that guesses is stopped before it
 * slows down the account for its owner, who is elsewhere; the second stops many addresses that guess one account; the
 * third, one address that tries many accounts. Whether the account exists makes no difference. A browser that the account
 * knows is counted by itself: its owner gets in by it, whatever others try.
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
 * What every password of an account takes from, a right one too, since each is hashed. Not by account alone, or others could
 * use it up for its owner.
 */
export function passwordLimits({ address, email, device }: PasswordTry): Limit[] {
  const from = device === null ? `address ${address}` : `device ${device}`;
  return [{ key: `password account ${email.toLowerCase()} ${from}`, burst: 20, everyMs: 30_000 }];
}

/** What a sign-in takes from, by whichever method, once it has succeeded: each is a session, and a mail from a new device. */
export function signInLimits(userId: string): Limit[] {
  return [{ key: `sign-in of ${userId}`, burst: 20, everyMs: 180_000 }];
}

/** What a sign-up takes from: enough for a school behind one address, too little to fill the disk. */
export function signUpLimits(address: string): Limit[] {
  return [{ key: `sign-up address ${address}`, burst: 100, everyMs: 5_000 }];
}

/**
 * What a mail that somebody asks for takes from: nobody's inbox is filled, and no server's good name is spoiled. Whoever asks
 * for somebody else's takes nothing from what the owner may ask for, elsewhere.
 */
export function mailLimits(address: string, email: string): Limit[] {
  return [
    { key: `mail to ${email.toLowerCase()} address ${address}`, burst: 5, everyMs: 180_000 },
    { key: `mail address ${address}`, burst: 30, everyMs: 20_000 },
  ];
}

/**
 * What all mails of one kind to one inbox take from. Past it, the last was sent within a minute, and works for its owner: so
 * whoever asks is told what they are told when another one is sent, and nobody can keep the owner from having one.
 */
export function inboxLimit(kind: string, email: string): Limit {
  return { key: `mail ${kind} to ${email.toLowerCase()}`, burst: 20, everyMs: 60_000 };
}

/** What a try to use a link takes from. A link is too long to be guessed; this keeps it cheap to be asked. */
export function linkLimits(address: string): Limit[] {
  return [{ key: `link address ${address}`, burst: 30, everyMs: 10_000 }];
}

/** A link that works once, for as long as it would work. */
export function usedLink(token: string): Limit {
  return { key: `link ${token}`, burst: 1, everyMs: LINK_LIFETIME_S * 1_000 };
}

/** What a passkey's challenge, and a try to meet one, take from. Nobody guesses a key; this keeps it cheap to be asked. */
export function passkeyLimits(address: string): Limit[] {
  return [{ key: `passkey address ${address}`, burst: 100, everyMs: 3_000 }];
}

/** What setting out for a provider, and coming back, takes from: each way out is kept for some minutes. */
export function providerLimits(address: string): Limit[] {
  return [{ key: `provider address ${address}`, burst: 60, everyMs: 5_000 }];
}

/** Who asks for a text message, and to which number. */
export interface TextRequest {
  readonly address: string;
  readonly phoneNumber: string;
  /** The same as in a PasswordTry, for the account that has the number. */
  readonly device: string | null;
}

/**
 * What a text message that somebody asks for takes from: each costs money. Whoever asks for texts to somebody else's number
 * takes nothing from what its owner may ask for, elsewhere or in a browser that the account knows.
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
 * What all texts to one number take from that browsers unknown to its account ask for: a dozen, then twelve a day. Past it
 * none goes out, and whoever asks is told so: unlike a link, the last code works for minutes only, and for whoever asked for it.
 */
export function numberLimit(phoneNumber: string): Limit {
  return { key: `text to ${phoneNumber}`, burst: 12, everyMs: 7_200_000 };
}

/** What a wrong code takes from, beside the three tries that each code has, in the one browser that asked for it. */
export function codeLimits(address: string): Limit[] {
  return [{ key: `code address ${address}`, burst: 30, everyMs: 20_000 }];
}

/** What a wrong code of an authenticator app, or a wrong recovery code, takes from; Better Auth counts by account too. */
export function secondFactorLimits(address: string): Limit[] {
  return [{ key: `second factor address ${address}`, burst: 30, everyMs: 30_000 }];
}

/** A code of an authenticator app works once, for as long as it would: half a minute, and as much before and after. */
export function usedCode(userId: string, code: string): Limit {
  return { key: `second factor ${userId} ${code}`, burst: 1, everyMs: 90_000 };
}

/** What a new profile photo takes from: each is decoded, and stored. */
export function photoLimits(userId: string): Limit[] {
  return [{ key: `photo of ${userId}`, burst: 20, everyMs: 30_000 }];
}

/** What a reminder sent as a test takes from, and what changes where they go. */
export function reminderLimits(userId: string): Limit[] {
  return [{ key: `reminders of ${userId}`, burst: 20, everyMs: 30_000 }];
}
