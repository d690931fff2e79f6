import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The access token of an entry of the history: names of tokens are not unique, and browsers may have them too. */
export const historyToken: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('history').addColumn('token_id', 'text').execute();
  },
};
