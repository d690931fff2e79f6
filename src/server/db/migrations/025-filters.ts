import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Queries that users keep (see domain/schema/filter.ts). */
export function filters(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('filter')
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('query', 'text', (c) => c.notNull())
        .addColumn('color', 'text')
        .addColumn('is_favourite', 'integer', (c) => c.notNull())
        .addColumn('place', 'text', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('tombstone_since', 'bigint')
        .addColumn('version', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('filter_pkey', ['user_id', 'id'])
        .execute();
      await db.schema.createIndex('filter_version').on('filter').columns(['user_id', 'version']).execute();
    },
  };
}
