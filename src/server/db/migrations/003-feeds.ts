import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Calendar feeds (see FeedTable). A program that asks brings nothing but the secret in the address. */
export const feeds: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('feed')
      .addColumn('hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('row_id', 'text')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('fetched_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('feed_user_id').on('feed').columns(['user_id', 'id']).execute();
  },
};
