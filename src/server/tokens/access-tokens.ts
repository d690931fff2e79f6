import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import {
  MOST_TOKENS,
  type AddedToken,
  type ListedToken,
  type TokenScope,
} from '#src/domain/identity/access-token.ts';
import { newId } from '#src/domain/id.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { AccessTokenTable, Database } from '#src/server/db/tables.ts';

/** The interval for recording the use of a token. */
const USED_EVERY_MS = 60_000;

/** The prefix lets scanners of public code recognize a token. */
const PREFIX = 'sgt_';
const TEXT = /^sgt_[\w-]{43}$/;

export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly collections: readonly string[] | null;
  readonly expiresAt: number | null;
}

/** A valid token, with the user for whom it acts. */
export interface AccessToken extends ListedToken {
  readonly userId: string;
  /** See AccessTokenTable. */
  readonly hash: string;
}

/**
 * The access tokens of users. Each request reads its row, so that a revoked token stops at once on every
 * server.
 */
export class AccessTokens {
  readonly #database: AppDatabase;

  constructor(database: AppDatabase) {
    this.#database = database;
  }

  /** Adds a token of `userId`; null when the user has too many. */
  async add(userId: string, { collections, ...given }: NewToken, now: number): Promise<AddedToken | null> {
    const text = PREFIX + randomBytes(32).toString('base64url');
    const { name, scope, expiresAt } = given;
    const id = newId();
    const isAdded = await this.#database.transact(async (tx) => {
      const { count } = await tx
        .selectFrom('access_token')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (count >= MOST_TOKENS) return false;
      await tx
        .insertInto('access_token')
        .values({
          hash: hashOf(text),
          id,
          user_id: userId,
          name,
          scope,
          collections: collections && JSON.stringify(collections),
          created_at: now,
          expires_at: expiresAt,
        })
        .execute();
      return true;
    });
    if (!isAdded) return null;
    return { text, id, name, scope, collections, createdAt: now, expiresAt, usedAt: null, usedFrom: null };
  }

  /** The tokens of `userId`, expired ones too, the newest first. */
  async list(userId: string): Promise<readonly ListedToken[]> {
    const rows = await this.#database.db
      .selectFrom('access_token')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => {
      const { userId: _user, hash: _hash, ...listed } = tokenOf(row);
      return listed;
    });
  }

  /** Revokes a token of `userId`; false if that user has no such token. */
  async revoke(userId: string, id: string): Promise<boolean> {
    const revoked = await this.#database.db
      .deleteFrom('access_token')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .execute();
    return revoked.length > 0;
  }

  /** The token with this text; null for an unknown, revoked or expired one. */
  async find(text: string, now: number): Promise<AccessToken | null> {
    if (!TEXT.test(text)) return null;
    const row = await this.#database.db
      .selectFrom('access_token')
      .selectAll()
      .where('hash', '=', hashOf(text))
      .executeTakeFirst();
    if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
    return tokenOf(row);
  }

  /** The tokens with these hashes that are neither revoked nor expired (at most 500, for the databases' limits on parameters). */
  async alive(
    hashes: readonly string[],
    now: number,
    db: Kysely<Pick<Database, 'access_token'>> = this.#database.db,
  ): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const rows = await db
      .selectFrom('access_token')
      .select(['hash', 'expires_at'])
      .where('hash', 'in', hashes)
      .execute();
    return new Set(
      rows.filter(({ expires_at }) => expires_at === null || expires_at > now).map(({ hash }) => hash),
    );
  }

  /** Records the use of a token from `address`, at most once a minute unless the address changes. */
  async noteUse({ userId, id, usedAt, usedFrom }: AccessToken, address: string, now: number): Promise<void> {
    if (usedFrom === address && usedAt !== null && now - usedAt < USED_EVERY_MS) return;
    await this.#database.db
      .updateTable('access_token')
      .set({ used_at: now, used_from: address })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}

/** A token is random, and too long to be found from its SHA-256. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function tokenOf(row: Selectable<AccessTokenTable>): AccessToken {
  return {
    id: row.id,
    hash: row.hash,
    userId: row.user_id,
    name: row.name,
    scope: row.scope,
    collections: row.collections === null ? null : (JSON.parse(row.collections) as string[]),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedFrom: row.used_from,
  };
}
