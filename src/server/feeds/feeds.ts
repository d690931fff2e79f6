import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#src/domain/id.ts';
import { FEED_PATH, type AddedFeed, type Feed, type NewFeed } from '#src/reading/feeds/feeds-api.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { FeedTable } from '#src/server/db/tables.ts';

/** The most feeds of a user, and the most revoked ones that are remembered. */
const MOST_FEEDS = 50;

/** How exactly (ms) the last fetch is kept. */
const FETCH_STEP_MS = 60_000;

const SECRET_BYTES = 32;

/** Stored feeds: their secrets are kept as hashes alone. */
export class Feeds {
  readonly #database: AppDatabase;
  readonly #publicUrl: string;

  constructor(database: AppDatabase, publicUrl: string) {
    this.#database = database;
    this.#publicUrl = publicUrl;
  }

  async list(userId: string): Promise<Feed[]> {
    const rows = await this.#database.db
      .selectFrom('feed')
      .select(['id', 'name', 'scope', 'row_id', 'kind', 'created_at', 'fetched_at'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ row_id: rowId, created_at: createdAt, fetched_at: fetchedAt, ...row }) => ({
      ...row,
      rowId,
      createdAt,
      fetchedAt,
    }));
  }

  /** Null when the user has as many as they may. */
  async add(userId: string, { name, scope, rowId, kind }: NewFeed, now: number): Promise<AddedFeed | null> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const id = newId();
    const isAdded = await this.#database.transact(async (tx) => {
      const own = await tx
        .selectFrom('feed')
        .select(['id', 'revoked_at'])
        .where('user_id', '=', userId)
        .execute();
      if (own.filter(({ revoked_at }) => revoked_at === null).length >= MOST_FEEDS) return false;
      const revoked = own.flatMap(({ id: of, revoked_at: at }) => (at === null ? [] : [{ of, at }]));
      const old = revoked.toSorted((a, b) => b.at - a.at).slice(MOST_FEEDS);
      if (old.length > 0)
        await tx
          .deleteFrom('feed')
          .where('user_id', '=', userId)
          .where(
            'id',
            'in',
            old.map(({ of }) => of),
          )
          .execute();
      const row = { hash: hashOf(secret), id, user_id: userId, name, scope, row_id: rowId, kind };
      await tx
        .insertInto('feed')
        .values({ ...row, created_at: now, fetched_at: null, revoked_at: null })
        .execute();
      return true;
    });
    return isAdded ? { id, address: new URL(`${FEED_PATH}/${secret}.ics`, this.#publicUrl).href } : null;
  }

  /** False when the user has no such feed. */
  async revoke(userId: string, id: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.db
      .updateTable('feed')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  find(secret: string): Promise<FeedTable | undefined> {
    return this.#database.db
      .selectFrom('feed')
      .selectAll()
      .where('hash', '=', hashOf(secret))
      .executeTakeFirst();
  }

  async noteFetch({ hash, fetched_at }: FeedTable, now: number): Promise<void> {
    if (fetched_at !== null && now - fetched_at < FETCH_STEP_MS) return;
    await this.#database.db.updateTable('feed').set({ fetched_at: now }).where('hash', '=', hash).execute();
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
