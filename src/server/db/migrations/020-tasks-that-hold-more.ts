import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#src/server/db/tables.ts';

const TEXTS_OR_NONE = ['time', 'zone', 'deadline', 'parent_id', 'section_id'];
const TEXTS = ['labels', 'place', 'day_place'];

/**
 * Times, deadlines, labels, order and sub-tasks; a task may have no date. The column of the counts has another name, so that a server of
 * before that still runs can write nothing: it would count what stands below a task as if it stood in a collection.
 */
export function tasksThatHoldMore(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      for (const column of TEXTS_OR_NONE)
        await db.schema.alterTable('task').addColumn(column, 'text').execute();
      await db.schema.alterTable('task').addColumn('duration', 'integer').execute();
      for (const column of TEXTS)
        await db.schema
          .alterTable('task')
          .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
          .execute();
      await letDateBeNull(db, engine);
      await db.schema
        .createIndex('task_parent')
        .on('task')
        .columns(['user_id', 'parent_id', 'deleted_at'])
        .execute();
      // Those that a collection owns are found, and counted, without reading others (see Ownership).
      await db.schema
        .createIndex('task_owner')
        .on('task')
        .columns(['user_id', 'collection_id', 'deleted_at', 'completed_at', 'parent_id'])
        .execute();
      await db.schema.dropIndex('task_collection_state').execute();
      for (const column of ['parent_id', 'layout'])
        await db.schema
          .alterTable('collection')
          .addColumn(column, 'text', (c) => (column === 'layout' ? c.notNull().defaultTo('list') : c))
          .execute();
      await db.schema.alterTable('collection').addColumn('archived_at', 'bigint').execute();
      await db.schema
        .alterTable('collection')
        .addColumn('is_favourite', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createIndex('collection_parent')
        .on('collection')
        .columns(['user_id', 'parent_id'])
        .execute();
      await db.schema.alterTable('space').renameColumn('row_counts', 'live_counts').execute();
    },
  };
}

/** SQLite cannot change a column. */
async function letDateBeNull(db: Kysely<never>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table task alter column date drop not null`.execute(db);
    return;
  }
  await db.schema.alterTable('task').addColumn('planned', 'text').execute();
  await sql`update task set planned = date`.execute(db);
  await db.schema.alterTable('task').dropColumn('date').execute();
  await db.schema.alterTable('task').renameColumn('planned', 'date').execute();
}
