import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where each collection stands among the others (see Collection): those there are keep their order, oldest first. */
export function collectionPosition(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      // Rows need some value when a column that is never null is added, and SQLite cannot take the default away again.
      await db.schema
        .alterTable('collection')
        .addColumn('position', 'double precision', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`update collection set position = created_at`.execute(db);
    },
  };
}
