import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds when the server got each tombstone, as TombstoneSince says: the purge that follows counts those there are from then. */
export function tombstoneSince(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      for (const table of ['collection', 'task'])
        await db.schema.alterTable(table).addColumn('tombstone_since', 'bigint').execute();
      await db.schema
        .createIndex('task_tombstone')
        .on('task')
        .columns(['user_id', 'tombstone_since'])
        .where(sql.ref('deleted_at'), 'is not', null)
        .execute();
      await db.schema.dropIndex('task_deleted').execute();
    },
  };
}
