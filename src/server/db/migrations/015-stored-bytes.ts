import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What each user has stored, as StoredBytes counts it, and recorded; and a way to the tombstones whose text is to go. */
export function storedBytes(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      for (const [column, type] of [
        ['stored_bytes', 'bigint'],
        ['outcome_count', 'integer'],
      ] as const)
        await db.schema
          .alterTable('space')
          .addColumn(column, type, (c) => c.notNull().defaultTo(0))
          .execute();
      await sql`
        update space set
          stored_bytes =
            (select coalesce(sum(200 + octet_length(name) + octet_length(description)), 0)
              from task where task.user_id = space.user_id)
            + (select coalesce(sum(200 + octet_length(name)), 0)
              from collection where collection.user_id = space.user_id),
          outcome_count = (select count(*) from mutation where mutation.user_id = space.user_id)
      `.execute(db);
      await db.schema
        .createIndex('task_deleted_text')
        .on('task')
        .columns(['user_id', 'tombstone_since'])
        .where(sql<boolean>`deleted_at is not null and name <> ''`)
        .execute();
    },
  };
}
