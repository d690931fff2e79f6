import type { Kysely, Transaction } from 'kysely';
import { endUnderWay, readLink, spendLink, storeLink } from '#src/server/auth/mail/mail-links.ts';
import { leaveAddressMail, newAddressMail } from '#src/server/auth/mail/mails.ts';
import type { SignedIn } from '#src/server/auth/sessions/sessions.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';

export interface EmailChangeOptions {
  readonly database: AppDatabase;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly publicUrl: string;
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** The content of a link. */
interface Change {
  readonly userId: string;
  /** The session that requested the change. */
  readonly sessionId: string;
  readonly from: string;
  readonly to: string;
  /** The address that got the link. */
  readonly at: 'old' | 'new';
}

/**
 * The result of using a link: the other address has to confirm too, the email is changed, the link does not
 * work, or it belongs to another account than the visitor's. Null for a link of another kind.
 */
export type Outcome = 'halfway' | 'changed' | 'rejected' | 'not-yours' | null;

/**
 * The change of an account's email: a link to its present address, then one to the new address; only the
 * second if the present one is unconfirmed. The links stop working when the session that requested them ends.
 * Better Auth's own links work for their whole lifetime, and its first step sends none when the new address
 * has an account, which would reveal that account.
 */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  /** Sends the first mail in the background. `newEmail` is in lower case. */
  async begin({ sessionId, user }: SignedIn, newEmail: string): Promise<void> {
    const at = user.emailVerified ? 'old' : 'new';
    await this.#send({ userId: user.id, sessionId, from: user.email, to: newEmail, at });
  }

  /** Uses a link in the browser of `visitorId`, which is null when nobody is signed in. */
  async use(token: string, visitorId: string | null): Promise<Outcome> {
    const { database } = this.#options;
    const stored = await readLink(database, 'change-email', token);
    if (stored === null) return null;
    const change = JSON.parse(stored) as Change;
    if (visitorId !== null && visitorId !== change.userId) return 'not-yours';
    try {
      if (!(await database.transact((tx) => this.#take(tx, token, change)))) return 'rejected';
    } catch (error) {
      // When two users confirm the same address at once, the second transaction fails.
      if (await isTaken(database.db, change.to)) return 'rejected';
      throw error;
    }
    if (change.at === 'new') return 'changed';
    await this.#send({ ...change, at: 'new' });
    return 'halfway';
  }

  /** Applies the link. Returns false, and changes nothing, if the link no longer works. */
  async #take(tx: Transaction<Database>, token: string, change: Change): Promise<boolean> {
    const { engine } = this.#options.database;
    const asked = await tx
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select('user.email')
      .where('session.userId', '=', change.userId)
      .where('session.id', '=', change.sessionId)
      .where('session.expiresAt', '>', authInstant(engine, Date.now()))
      .executeTakeFirst();
    if (asked?.email !== change.from) return false;
    if (change.at === 'new' && (await isTaken(tx, change.to))) return false;
    if (!(await spendLink(tx, 'change-email', token))) return false;
    if (change.at === 'old') return true;
    await endUnderWay(tx, change.userId);
    await tx
      .updateTable('user')
      .set({ email: change.to, emailVerified: engine === 'sqlite' ? 1 : true })
      .where('id', '=', change.userId)
      .execute();
    return true;
  }

  async #send(change: Change): Promise<void> {
    const { database, delivery, publicUrl, inBackground } = this.#options;
    if (!delivery.mail) return;
    const token = await storeLink(database, 'change-email', JSON.stringify(change));
    const { from, to, at } = change;
    const mail =
      at === 'old'
        ? leaveAddressMail({ to: from, publicUrl, token }, to)
        : newAddressMail({ to, publicUrl, token });
    inBackground(delivery.mail(mail));
  }
}

async function isTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  const owner = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return owner !== undefined;
}
