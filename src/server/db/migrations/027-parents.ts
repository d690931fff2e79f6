import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Most tasks stand below no other, and are written without this index. The old index is dropped last, since nobody can read the table from then until the end. */
export function parents(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createIndex('task_below')
        .on('task')
        .columns(['user_id', 'parent_id', 'deleted_at'])
        .where(sql.ref('parent_id'), 'is not', null)
        .execute();
      await db.schema.dropIndex('task_parent').execute();
    },
  };
}
