import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may make an account where not everybody may (see InvitationTable). */
export function invitations(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('invitation')
        .addColumn('key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('email', 'text')
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('invitation_expires_at').on('invitation').column('expires_at').execute();
    },
  };
}
