import type { ScryptCost } from '#src/server/auth/passwords/password-hash.ts';

/** What hashing a password takes in tests that are not about it: 1 MB. */
export const LOW_COST: ScryptCost = { ln: 10, r: 8, p: 1 };
