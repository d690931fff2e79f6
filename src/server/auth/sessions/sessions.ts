import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';

import { FRESH_S, type Auth } from '#src/server/auth/auth.ts';
import { deviceName } from './device-name.ts';
import { hashToken } from './session-store.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { SessionTable, UserTable } from '#src/server/db/tables.ts';
import { forgetAccess } from './forget-access.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
}

/** The user and session of a request. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly emailVerified: boolean;
  };
  /** True when the sign-in is so recent that no route asks again who they are. */
  readonly isFresh: boolean;
}

/** A session for its user to see, without its token, which would sign anybody in. */
export interface ListedSession {
  readonly id: string;
  /** Browser and system, in words. */
  readonly device: string;
  /** The time of the last use, ms since 1970 UTC; exact to USED_EVERY_MS while the app is open. */
  readonly usedAt: number;
  readonly isCurrent: boolean;
}

/** The most sessions of a user; beyond it, the least recently used one ends. */
const MOST_SESSIONS = 50;

/** The interval for recording the use of a session. */
const USED_EVERY_MS = 3_600_000;

/** Finds and ends the sessions of users. */
export class Sessions {
  readonly #auth: Auth;
  readonly #database: AppDatabase;
  readonly #onEnd: (sessionId: string) => void;

  /** `onEnd` is called with every session that ends here. */
  constructor(auth: Auth, database: AppDatabase, onEnd: (sessionId: string) => void) {
    this.#auth = auth;
    this.#database = database;
    this.#onEnd = onEnd;
  }

  /**
   * The session of the cookie in `headers`; null without one, or after its end. Throws when it cannot tell.
   */
  async find(headers: Headers): Promise<Session | null> {
    const found = await this.#lookUp(headers);
    return found && { id: found.id, userId: found.userId };
  }

  /** As `find`, with the facts about the user that routes need. */
  async who(headers: Headers): Promise<SignedIn | null> {
    const found = await this.#lookUp(headers);
    return found && toSignedIn(found);
  }

  /** The user of the session with this token; null without one. */
  async ofToken(token: string): Promise<SignedIn | null> {
    const found = await this.#findByToken(token);
    return found && toSignedIn(found);
  }

  /**
   * The sessions among `ids` that are still valid (at most 500 ids, for the databases' limits on parameters).
   * The caller asks about sessions in use, so that this records their use.
   */
  async alive(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const now = Date.now();
    const rows = await this.#database.db
      .selectFrom('session')
      .select(['id', 'updatedAt'])
      .where('id', 'in', ids)
      .where('expiresAt', '>', this.#instant(now))
      .execute();
    const due = rows.filter(({ updatedAt }) => toMs(updatedAt) < now - USED_EVERY_MS).map(({ id }) => id);
    if (due.length > 0) {
      await this.#database.db
        .updateTable('session')
        .set({ updatedAt: this.#instant(now) })
        .where('id', 'in', due)
        .execute();
    }
    return new Set(rows.map((row) => row.id));
  }

  /** The sessions of the caller: the present one, then the most recently used first. */
  async list({ sessionId, user }: SignedIn): Promise<ListedSession[]> {
    const rows = await this.#database.db
      .selectFrom('session')
      .select(['id', 'userAgent', 'updatedAt'])
      .where('userId', '=', user.id)
      .where('expiresAt', '>', this.#instant(Date.now()))
      .orderBy('updatedAt', 'desc')
      .execute();
    const sessions = rows.map(({ id, userAgent, updatedAt }) => ({
      id,
      device: deviceName(userAgent),
      usedAt: toMs(updatedAt),
      isCurrent: id === sessionId,
    }));
    return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  }

  /** Ends a session of `userId`; false if that user has no such session. */
  async end(userId: string, id: string): Promise<boolean> {
    return (await this.#end(userId, '=', id)) > 0;
  }

  /** Ends the other sessions, and removes the webhook and the access tokens. */
  async endAllBut({ sessionId, user }: SignedIn): Promise<void> {
    await this.#end(user.id, '!=', sessionId);
    await this.#database.transact((tx) => forgetAccess(tx, user.id));
  }

  /** Ends the sessions of `userId` beyond the limit. */
  async endSurplus(userId: string): Promise<void> {
    const rows = await this.#database.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('updatedAt', 'desc')
      .execute();
    for (const { id } of rows.slice(MOST_SESSIONS)) await this.end(userId, id);
  }

  async #end(userId: string, operator: '=' | '!=', id: string): Promise<number> {
    const ended = await this.#database.db
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('id', operator, id)
      .returning('id')
      .execute();
    for (const session of ended) this.#onEnd(session.id);
    return ended.length;
  }

  /**
   * Better Auth's `getSession` finds the same, but leaves so much garbage that 10,000 sockets opening
   * together took half as much memory again. The cookie is `TOKEN.SIGNATURE`, with an HMAC-SHA256 in base64.
   */
  async #lookUp(headers: Headers) {
    const cookie = headers.get('cookie');
    if (cookie === null) return null;
    const { authCookies, secret } = await this.#auth.$context;
    const { name } = authCookies.sessionToken;
    const token = signedValue(parse(cookie, name)[name] ?? '', secret);
    return token === null ? null : this.#findByToken(token);
  }

  async #findByToken(token: string): Promise<Found | null> {
    const row = await this.#database.db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select([
        'session.id',
        'session.userId',
        'session.createdAt',
        'user.name',
        'user.email',
        'user.emailVerified',
      ])
      .where('session.token', '=', hashToken(token))
      .where('session.expiresAt', '>', this.#instant(Date.now()))
      .executeTakeFirst();
    return row ?? null;
  }

  #instant(at: number): Date | string {
    return authInstant(this.#database.engine, at);
  }
}

/**
 * The text that `secret` signed; null for a wrong signature. Not with `crypto.subtle`, which hands it to
 * another thread, and that takes far longer than the hash.
 */
function signedValue(text: string, secret: string): string | null {
  const end = text.lastIndexOf('.');
  if (end < 0) return null;
  const value = text.slice(0, end);
  const expected = createHmac('sha256', secret).update(value).digest();
  const given = Buffer.from(text.slice(end + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}

/** A session with its user, from the database. */
type Found = Pick<SessionTable, 'id' | 'userId' | 'createdAt'> &
  Pick<UserTable, 'name' | 'email' | 'emailVerified'>;

function toSignedIn(found: Found): SignedIn {
  return {
    sessionId: found.id,
    user: {
      id: found.userId,
      name: found.name,
      email: found.email,
      emailVerified: Boolean(found.emailVerified),
    },
    isFresh: Date.now() - toMs(found.createdAt) < FRESH_S * 1_000,
  };
}

/** Reads the form of an instant of either database. */
function toMs(instant: Date | string): number {
  return new Date(instant).getTime();
}
