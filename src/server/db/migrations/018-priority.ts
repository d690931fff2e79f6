import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How much a task matters, from 1 to 4. Those there are matter as most do. */
export function priority(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('task')
        .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(4))
        .execute();
    },
  };
}
