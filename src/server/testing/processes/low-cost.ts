import type { ScryptCost } from '#src/server/auth/passwords/password-hash.ts';

/** The cost of hashing passwords in tests about other subjects: 1 MB. */
export const LOW_COST: ScryptCost = { ln: 10, r: 8, p: 1 };
