import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Active tasks are there while their collection is: those that its deletion took have none of their own any more. Devices which
 * have them otherwise load anew. The count of tasks has another name, so that a server of before that still runs can write
 * nothing: it would go on giving the tasks of a collection its time of deletion. Who is there, and so the count, stays as it was.
 */
export function tasksWithCollections(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      const now = Date.now();
      // It is the same rule as in outdateDevices.
      const next = sql`case when version < ${now} then ${now} else version + 1 end`;
      await sql`
        update space set version = ${next}, purged_version = ${next}
        where exists (
          select 1 from task join collection
            on collection.user_id = task.user_id and collection.id = task.collection_id
          where task.user_id = space.user_id and task.completed_at is null
            and task.deleted_at = collection.deleted_at
        )
      `.execute(db);
      await sql`
        update task set deleted_at = null, tombstone_since = null
        where deleted_at is not null and completed_at is null and exists (
          select 1 from collection
          where collection.user_id = task.user_id and collection.id = task.collection_id
            and collection.deleted_at = task.deleted_at
        )
      `.execute(db);
      await db.schema.alterTable('space').renameColumn('task_count', 'live_tasks').execute();
    },
  };
}
