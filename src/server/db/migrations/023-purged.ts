import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds when a collection was deleted for good. */
export function purged(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('collection').addColumn('purged_at', 'bigint').execute();
    },
  };
}
