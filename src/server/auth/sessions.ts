import type { Auth } from '#src/server/auth/auth.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
}

/** Who is signed in. */
export class Sessions {
  readonly #auth: Auth;
  readonly #database: AppDatabase;

  constructor(auth: Auth, database: AppDatabase) {
    this.#auth = auth;
    this.#database = database;
  }

  /** The session whose cookie `headers` hold; null when there is none, or it has ended. Throws when it cannot tell. */
  async find(headers: Headers): Promise<Session | null> {
    if (!headers.has('cookie')) return null;
    // Refreshing would set a cookie, which a socket has no answer to put it in.
    const found = await this.#auth.api.getSession({ headers, query: { disableRefresh: true } });
    return found && { id: found.session.id, userId: found.session.userId };
  }

  /** Which of `ids` (500 at most, for the databases' limits on parameters) are still signed in. */
  async alive(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#database.db
      .selectFrom('session')
      .select('id')
      .where('id', 'in', ids)
      .where('expiresAt', '>', authInstant(this.#database.engine, Date.now()))
      .execute();
    return new Set(rows.map((row) => row.id));
  }
}
