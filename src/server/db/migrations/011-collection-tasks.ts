import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tasks that go with a collection are found, and counted, without reading any of those that do not. */
export function collectionTasks(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createIndex('task_collection_state')
        .on('task')
        .columns(['user_id', 'collection_id', 'deleted_at', 'completed_at'])
        .execute();
      await db.schema.dropIndex('task_collection').execute();
    },
  };
}
