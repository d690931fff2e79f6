import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The proposals of programs: a table of sync (see SyncTables). */
export const proposals: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('proposal')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('proposal_pkey', ['space_id', 'id'])
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('program', 'text', (c) => c.notNull())
      .addColumn('token_id', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('items', 'text', (c) => c.notNull())
      .addColumn('accepted', 'text', (c) => c.notNull())
      .addColumn('declined', 'text', (c) => c.notNull())
      .addColumn('used', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .addColumn('tombstone_since', 'bigint')
      .addColumn('version', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('proposal_version').on('proposal').columns(['space_id', 'version']).execute();
  },
};
