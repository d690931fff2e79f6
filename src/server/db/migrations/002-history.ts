import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The history (see HistoryTable). The keys grow with the versions, so that a new row goes to the end of the table. */
export const history: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('space')
      .addColumn('history_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('history')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('operation', 'text', (c) => c.notNull())
      .addColumn('changes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('history_pkey', ['space_id', 'version', 'step'])
      .execute();
    await db.schema
      .createTable('history_row')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('row_id', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('history_row_pkey', ['space_id', 'row_id', 'version', 'step'])
      .execute();
  },
};
