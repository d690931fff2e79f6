import { AsyncLocalStorage } from 'node:async_hooks';

import { FairQueue, type Turn } from '#src/server/auth/fair-queue.ts';
import {
  hashPassword,
  isOfCost,
  PASSWORD_COST,
  verifyPassword,
  type ScryptCost,
} from '#src/server/auth/password-hash.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

/** Half of the threads that Node.js has for this, for files and for names; and 256 MB. */
const HASHES_AT_ONCE = 2;

interface Prepared {
  readonly password: string;
  readonly hash: string;
}

/** A password that was right, whose hash is of another cost than new ones are. */
export interface Renewal {
  /** The email is in lower case; it is empty where nobody said whose password it is. */
  readonly email: string;
  readonly from: string;
  readonly to: string;
}

export interface PasswordsOptions {
  readonly onRenewal: (renewal: Renewal) => void;
  /** Less only in tests. */
  readonly cost?: ScryptCost | undefined;
}

const NOBODY: Turn = { address: '', account: '' };

/** Hashes passwords, which is meant to be slow, without holding up anybody else for long. */
export class Passwords {
  readonly #onRenewal: PasswordsOptions['onRenewal'];
  readonly #cost: ScryptCost;
  readonly #queue = new FairQueue(HASHES_AT_ONCE);
  readonly #turn = new AsyncLocalStorage<Turn>();
  readonly #prepared = new AsyncLocalStorage<Prepared>();

  constructor({ onRenewal, cost = PASSWORD_COST }: PasswordsOptions) {
    this.#onRenewal = onRenewal;
    this.#cost = cost;
  }

  /** Runs `work`, whose passwords are hashed when it is the turn of whoever asks. */
  inTurn<T>(turn: Turn, work: () => T): T {
    return this.#turn.run(turn, work);
  }

  /**
   * Runs `work` with the hash of `password` at hand. Better Auth hashes a new password inside the transaction that makes
   * the account, in which nobody else could use a database of one connection.
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

  /** Throws when `hash` is none. */
  async verify({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> {
    const turn = this.#turn.getStore() ?? NOBODY;
    return this.#queue.run(turn, async () => {
      if (isOfCost(hash, this.#cost)) return verifyPassword(password, hash);
      // Together, so that it takes as long as for an account that there is not, whose password is hashed for nothing.
      const [isRight, to] = await Promise.all([
        verifyPassword(password, hash),
        hashPassword(password, this.#cost),
      ]);
      if (isRight) this.#onRenewal({ email: turn.account, from: hash, to });
      return isRight;
    });
  }

  #hash(password: string): Promise<string> {
    return this.#queue.run(this.#turn.getStore() ?? NOBODY, () => hashPassword(password, this.#cost));
  }
}

/** Stores a hash in the place of another, unless that has been replaced. */
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
