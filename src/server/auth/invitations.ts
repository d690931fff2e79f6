import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';

import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { authError } from './errors.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** Days until an invitation expires. */
export const INVITATION_DAYS = 7;

const DAY_MS = 86_400_000;

export interface Invitation {
  /** The email in lower case; null for an invitation that anybody may use. */
  readonly email: string | null;
}

type SignUps = SignInMethods['signUps'];

/** The invitation of the current request. */
const underWay = new AsyncLocalStorage<Invitation & { usedFor: string | null }>();

/** True when the current request may make an account, with this email if it is known already. */
export function mayJoin(signUps: SignUps, email?: string): boolean {
  if (signUps !== 'invite') return signUps === 'open';
  const invitation = underWay.getStore();
  if (invitation === undefined || !isFor(invitation, email)) return false;
  // The same account comes again when its transaction has to run again.
  return invitation.usedFor === null || invitation.usedFor === email;
}

/**
 * Called by Better Auth before it adds a user, for every kind of sign-up. Throws when no account may be made.
 */
export function admit(signUps: SignUps, email: string): void {
  if (!mayJoin(signUps, email)) throw new APIError('FORBIDDEN', authError(rejectionCode(signUps)));
  const invitation = underWay.getStore();
  if (invitation) invitation.usedFor = email;
}

export function rejectionCode(signUps: SignUps): 'INVITATION_NEEDED' | 'SIGN_UPS_CLOSED' {
  return signUps === 'invite' ? 'INVITATION_NEEDED' : 'SIGN_UPS_CLOSED';
}

export function isFor({ email }: Invitation, wanted: string | undefined): boolean {
  return email === null || wanted === undefined || wanted.toLowerCase() === email;
}

/**
 * Invitations to sign up on a server that is not open to everybody. Each works once, for a week. Tokens are
 * stored hashed.
 */
export class Invitations {
  readonly #database: AppDatabase;

  constructor(database: AppDatabase) {
    this.#database = database;
  }

  /** Makes an invitation, and returns its token. */
  async create(email: string | null, now: number): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    const { db } = this.#database;
    await db
      .insertInto('invitation')
      .values({
        key: keyOf(token),
        email: email?.toLowerCase() ?? null,
        expires_at: now + INVITATION_DAYS * DAY_MS,
      })
      .execute();
    return token;
  }

  /** Null without a valid invitation. */
  async find(token: string, now: number): Promise<Invitation | null> {
    const row = await this.#database.db
      .selectFrom('invitation')
      .select('email')
      .where('key', '=', keyOf(token))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row ?? null;
  }

  /**
   * Runs `work` with this invitation, if it is valid. With `mayUse`, the invitation is removed first, so that
   * only one of two concurrent users gets it; it is put back if no account was made.
   */
  async run<T>(token: string, mayUse: boolean, now: number, work: () => Promise<T>): Promise<T> {
    if (!mayUse) {
      const found = await this.find(token, now);
      return found ? underWay.run({ ...found, usedFor: null }, work) : work();
    }
    const taken = await this.#database.db
      .deleteFrom('invitation')
      .where('key', '=', keyOf(token))
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    if (!taken) return work();
    const invitation = { email: taken.email, usedFor: null };
    try {
      return await underWay.run(invitation, work);
    } finally {
      if (invitation.usedFor === null)
        await this.#database.db.insertInto('invitation').values(taken).execute();
    }
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(`invitation ${token}`).digest('base64url');
}
