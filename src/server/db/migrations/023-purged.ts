import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when a collection is deleted for good. */
export function purged(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('collection').addColumn('purged_at', 'bigint').execute();
    },
  };
}
