import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';

import type { SignInMethods } from '#src/domain/sign-in-methods.ts';
import { authError } from './errors.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** Days for which an invitation holds. */
export const INVITATION_DAYS = 7;

const DAY_MS = 86_400_000;

export interface Invitation {
  /** The email is in lower case; null when the invitation is for anybody who has it. */
  readonly email: string | null;
}

type SignUps = SignInMethods['signUps'];

/** The invitation of the request under way. */
const underWay = new AsyncLocalStorage<Invitation & { usedFor: string | null }>();

/** Whether the request under way may make an account, with this email if that is known already. */
export function mayJoin(signUps: SignUps, email?: string): boolean {
  if (signUps !== 'invite') return signUps === 'open';
  const invitation = underWay.getStore();
  if (invitation === undefined || !isFor(invitation, email)) return false;
  // The same account again, where the transaction that makes it has to run again.
  return invitation.usedFor === null || invitation.usedFor === email;
}

/**
 * Every new account comes by here, however it is made: Better Auth calls it before it adds a user. Throws when no
 * account may be made.
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

/** What lets somebody make an account where not everybody may: each once, for a week. Tokens are stored hashed. */
export class Invitations {
  readonly #database: AppDatabase;

  constructor(database: AppDatabase) {
    this.#database = database;
  }

  /** Returns the token of a new one. */
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

  /** Null when there is none, any more. */
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
   * Runs `work` as that of somebody who has this invitation, if there is such a one. With `mayUse` it is taken away before,
   * so that of two who use it at once one comes too late, and given back when no account was made.
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
