import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What users chose for all of their devices: a row a setting (see domain/schema/setting.ts). */
export function settings(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('setting')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('tombstone_since', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('setting_pkey', ['user_id', 'id'])
        .execute();
      await db.schema.createIndex('setting_version').on('setting').columns(['user_id', 'version']).execute();
    },
  };
}
