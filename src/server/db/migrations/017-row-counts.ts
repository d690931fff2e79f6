import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One column counts the rows of every table, so that a new table needs none. A server of before that still runs can write nothing. */
export function rowCounts(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('space')
        .addColumn('row_counts', 'text', (c) => c.notNull().defaultTo('{}'))
        .execute();
      await sql`
        update space set row_counts =
          '{"collection":' || collection_count || ',"task":' || live_tasks || '}'
      `.execute(db);
      await db.schema.alterTable('space').dropColumn('collection_count').execute();
      await db.schema.alterTable('space').dropColumn('live_tasks').execute();
    },
  };
}
