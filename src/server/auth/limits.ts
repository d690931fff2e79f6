import type { Limit } from '#src/server/auth/throttle.ts';

/**
 * What a wrong password takes from. The first is the strictest, so that one address that guesses is stopped before it
 * slows down the account for its owner, who is elsewhere; the second stops many addresses that guess one account; the
 * third, one address that tries many accounts. Whether the account exists makes no difference.
 */
export function wrongPasswordLimits(address: string, email: string): Limit[] {
  const account = email.toLowerCase();
  return [
    { key: `sign-in account ${account} address ${address}`, burst: 10, everyMs: 60_000 },
    { key: `sign-in account ${account}`, burst: 30, everyMs: 20_000 },
    { key: `sign-in address ${address}`, burst: 60, everyMs: 10_000 },
  ];
}

/** What a sign-up takes from: enough for a school behind one address, too little to fill the disk. */
export function signUpLimits(address: string): Limit[] {
  return [{ key: `sign-up address ${address}`, burst: 100, everyMs: 5_000 }];
}
