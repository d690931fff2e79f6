import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells the entries of one import from those of another. Entries from before have none. */
export const historyImport: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('history').addColumn('import_id', 'text').execute();
  },
};
