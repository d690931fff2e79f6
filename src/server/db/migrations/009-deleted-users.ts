import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which accounts are no more (see DeletedUserTable). */
export function deletedUsers(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('deleted_user')
        .addColumn('key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('deleted_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('deleted_user_deleted_at')
        .on('deleted_user')
        .column('deleted_at')
        .execute();
    },
  };
}
