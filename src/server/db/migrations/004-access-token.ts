import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The access tokens of users (see AccessTokenTable). A request brings nothing but its token, so that the hash is the key. */
export const accessToken: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('access_token')
      .addColumn('hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('collections', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .addColumn('used_from', 'text')
      .execute();
    await db.schema
      .createIndex('access_token_user_id')
      .on('access_token')
      .columns(['user_id', 'id'])
      .execute();
  },
};
