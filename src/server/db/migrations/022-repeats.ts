import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How a task repeats, which time of it is due, and in which of them its sub-tasks were completed. */
export function repeats(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      for (const column of ['repeat', 'repeat_start', 'repeat_due', 'series_id'])
        await db.schema.alterTable('task').addColumn(column, 'text').execute();
      await db.schema
        .alterTable('task')
        .addColumn('repeat_from', 'text', (c) => c.notNull().defaultTo('date'))
        .execute();
      for (const column of ['cycle_at', 'done_in'])
        await db.schema.alterTable('task').addColumn(column, 'bigint').execute();
    },
  };
}
