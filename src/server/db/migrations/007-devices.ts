import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The browsers from which a user has signed in (see DeviceTable). */
export function devices(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('device')
        .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('hash', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('device_pkey', ['user_id', 'hash'])
        .execute();
      await db.schema.createIndex('device_seen_at').on('device').column('seen_at').execute();
    },
  };
}
