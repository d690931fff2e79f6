import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What purging needs (see jobs/purge.ts): how far it has come, as SpaceTable says, and a way to the tombstones. */
export function purge(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('space')
        .addColumn('purged_version', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
      // The index is of the tombstones alone, which are few beside the tasks.
      await db.schema
        .createIndex('task_deleted')
        .on('task')
        .columns(['user_id', 'deleted_at'])
        .where('deleted_at', 'is not', null)
        .execute();
    },
  };
}
