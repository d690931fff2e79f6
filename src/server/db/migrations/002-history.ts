import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#src/server/db/tables.ts';

/**
 * The history (see HistoryTable). Nearly all entries are about one row: they stand in one table with one index
 * beside the key, since each tree of pages that a push writes to takes time.
 */
export const history = (engine: Engine): Migration => ({
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
      .addColumn('row_id', 'text')
      .addColumn('changes', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('history_pkey', ['space_id', 'version', 'step'])
      .execute();
    await db.schema
      .createIndex('history_row_id')
      .on('history')
      .columns(['space_id', 'row_id', 'version', 'step'])
      .where(sql.ref('row_id'), 'is not', null)
      .execute();
    await db.schema
      .createTable('history_row')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('row_id', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('history_row_pkey', ['space_id', 'row_id', 'version', 'step'])
      .$call((table) => (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
    await db.schema
      .createTable('history_erasure')
      .addColumn('space_id', 'text', (c) => c.notNull())
      .addColumn('row_id', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('history_erasure_pkey', ['space_id', 'row_id'])
      .execute();
  },
});
