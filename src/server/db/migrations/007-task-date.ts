import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the tasks of a day without reading all tasks of a user. Tasks without a date are written without this index. */
export const taskDate: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createIndex('task_date')
      .on('task')
      .columns(['space_id', 'date', 'id'])
      .where(sql<boolean>`date is not null and deleted_at is null`)
      .execute();
  },
};
