import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What users keep as text in quick add: a row a wording (see domain/schema/dismissal.ts). */
export function dismissals(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('dismissal')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('wording', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('tombstone_since', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('dismissal_pkey', ['user_id', 'id'])
        .execute();
      await db.schema
        .createIndex('dismissal_version')
        .on('dismissal')
        .columns(['user_id', 'version'])
        .execute();
    },
  };
}
