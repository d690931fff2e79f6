import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The last collections of a user are found without reading the others: a new one comes after them. */
export function collectionOrder(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createIndex('collection_position')
        .on('collection')
        .columns(['user_id', 'position'])
        .execute();
    },
  };
}
