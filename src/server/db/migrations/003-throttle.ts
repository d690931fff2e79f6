import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What slows down repeated wrong passwords (see ThrottleTable). */
export function throttle(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('throttle')
        .addColumn('key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('free_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('throttle_free_at').on('throttle').column('free_at').execute();
    },
  };
}
