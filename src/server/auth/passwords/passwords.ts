import { AsyncLocalStorage } from 'node:async_hooks';

import { FairQueue, type Turn } from '#src/server/auth/limits/fair-queue.ts';
import { hashPassword, isOfCost, PASSWORD_COST, verifyPassword, type ScryptCost } from './password-hash.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** Each hash takes 128 MB, and a core while nothing else needs it. */
const HASHES_AT_ONCE = 2;

interface Prepared {
  readonly password: string;
  readonly hash: string;
}

/** A right password whose hash has another cost than new ones. */
export interface Renewal {
  /** The email in lower case; empty when the account is unknown. */
  readonly email: string;
  readonly from: string;
  readonly to: string;
}

export interface PasswordsOptions {
  readonly onRenewal: (renewal: Renewal) => void;
  /** Tests lower the cost. */
  readonly cost?: ScryptCost | undefined;
}

interface Attempt {
  readonly hash: string;
  readonly password: string;
}

/** A piece of work that hashes passwords. */
interface Work {
  readonly turn: Turn;
  /** The password that was found right. */
  right: Attempt | null;
}

const NOBODY: Turn = { address: '', account: '' };

/** Hashes passwords, which is slow on purpose, without delaying others for long. */
export class Passwords {
  readonly #onRenewal: PasswordsOptions['onRenewal'];
  readonly #cost: ScryptCost;
  readonly #queue = new FairQueue(HASHES_AT_ONCE);
  readonly #work = new AsyncLocalStorage<Work>();
  readonly #prepared = new AsyncLocalStorage<Prepared>();

  constructor({ onRenewal, cost = PASSWORD_COST }: PasswordsOptions) {
    this.#onRenewal = onRenewal;
    this.#cost = cost;
  }

  /** Runs `work`; its passwords are hashed in the turn of `turn`. */
  inTurn<T>(turn: Turn, work: () => T): T {
    return this.#work.run({ turn, right: null }, work);
  }

  /**
   * Runs `work` with the hash of `password` prepared. Better Auth hashes a new password inside the
   * transaction for the account, where it would block a database with one connection.
   */
  async withPrepared<T>(password: string, work: () => Promise<T>): Promise<T> {
    const hash = await this.#hash(password);
    return this.#prepared.run({ password, hash }, work);
  }

  /** The prepared hash of `password`, or a new one. */
  async hash(password: string): Promise<string> {
    const prepared = this.#prepared.getStore();
    return prepared?.password === password ? prepared.hash : this.#hash(password);
  }

  /** Throws for a malformed `hash`. A password that was right is not hashed again within the same work. */
  async verify(attempt: Attempt): Promise<boolean> {
    const work = this.#work.getStore();
    if (work?.right?.hash === attempt.hash && work.right.password === attempt.password) return true;
    const turn = work?.turn ?? NOBODY;
    const isRight = await this.#queue.run(turn, () => this.#verify(attempt, turn));
    if (work && isRight) work.right = attempt;
    return isRight;
  }

  async #verify({ hash, password }: Attempt, { account: email }: Turn): Promise<boolean> {
    if (isOfCost(hash, this.#cost)) return verifyPassword(password, hash);
    // Both run together, so that it takes as long as for an unknown account, which hashes the password for
    // nothing.
    const [isRight, to] = await Promise.all([
      verifyPassword(password, hash),
      hashPassword(password, this.#cost),
    ]);
    if (isRight) this.#onRenewal({ email, from: hash, to });
    return isRight;
  }

  #hash(password: string): Promise<string> {
    const turn = this.#work.getStore()?.turn ?? NOBODY;
    return this.#queue.run(turn, () => hashPassword(password, this.#cost));
  }
}

/** Replaces a hash, unless another renewal was faster. */
export async function storeRenewal({ db }: AppDatabase, { email, from, to }: Renewal): Promise<void> {
  const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return;
  await db
    .updateTable('account')
    .set({ password: to })
    .where('userId', '=', user.id)
    .where('password', '=', from)
    .execute();
}
