import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ways to what is looked for by something else than its user: a sign-in at another site, and what has expired. */
export function lookUps(): Migration {
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createIndex('account_provider_idx')
        .on('account')
        .columns(['accountId', 'providerId'])
        .execute();
      await db.schema.createIndex('session_expiresAt_idx').on('session').column('expiresAt').execute();
      await db.schema
        .createIndex('verification_expiresAt_idx')
        .on('verification')
        .column('expiresAt')
        .execute();
      await db.schema
        .createIndex('rateLimit_lastRequest_idx')
        .on('rateLimit')
        .column('lastRequest')
        .execute();
    },
  };
}
