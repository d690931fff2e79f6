import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What divides a collection, and what any number of tasks can be given (see domain/schema/section.ts, label.ts). */
export function sectionsAndLabels(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      const named = (table: 'section' | 'label') =>
        db.schema
          .createTable(table)
          .addColumn('user_id', 'text', (c) => c.notNull())
          .addColumn('id', 'text', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .addColumn('deleted_at', 'bigint')
          .addColumn('tombstone_since', 'bigint')
          .addColumn('version', 'bigint', (c) => c.notNull())
          .addPrimaryKeyConstraint(`${table}_pkey`, ['user_id', 'id']);
      await named('section')
        .addColumn('collection_id', 'text', (c) => c.notNull())
        .addColumn('place', 'text', (c) => c.notNull())
        .execute();
      await named('label')
        .addColumn('color', 'text', (c) => c.notNull())
        .execute();
      for (const table of ['section', 'label']) {
        for (const column of ['version', 'name'])
          await db.schema.createIndex(`${table}_${column}`).on(table).columns(['user_id', column]).execute();
      }
      await db.schema
        .createIndex('section_owner')
        .on('section')
        .columns(['user_id', 'collection_id', 'deleted_at'])
        .execute();
    },
  };
}
