import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

import { columnTypes } from './column-types.ts';
import type { Engine } from '#src/server/db/tables.ts';

/** What Better Auth's plugins keep: phone numbers, second factors, passkeys. */
export function signInWays(engine: Engine): Migration {
  const type = columnTypes(engine);
  const no = sql.raw(engine === 'postgres' ? 'false' : '0');
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('user').addColumn('phoneNumber', 'text').execute();
      await db.schema.alterTable('user').addColumn('phoneNumberVerified', type.boolean).execute();
      await db.schema
        .alterTable('user')
        .addColumn('twoFactorEnabled', type.boolean, (c) => c.defaultTo(no))
        .execute();
      // SQLite adds no unique column; an index says the same.
      await db.schema
        .createIndex('user_phoneNumber_uidx')
        .unique()
        .on('user')
        .column('phoneNumber')
        .execute();

      await db.schema
        .createTable('twoFactor')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('backupCodes', 'text', (c) => c.notNull())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('verified', type.boolean)
        .addColumn('failedVerificationCount', 'integer')
        .addColumn('lockedUntil', type.date)
        .execute();
      await db.schema.createIndex('twoFactor_userId_idx').on('twoFactor').column('userId').execute();
      await db.schema.createIndex('twoFactor_secret_idx').on('twoFactor').column('secret').execute();

      await db.schema
        .createTable('passkey')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('name', 'text')
        .addColumn('publicKey', 'text', (c) => c.notNull())
        .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('credentialID', 'text', (c) => c.notNull())
        .addColumn('counter', 'integer', (c) => c.notNull())
        .addColumn('deviceType', 'text', (c) => c.notNull())
        .addColumn('backedUp', type.boolean, (c) => c.notNull())
        .addColumn('transports', 'text')
        .addColumn('createdAt', type.date)
        .addColumn('aaguid', 'text')
        .execute();
      await db.schema.createIndex('passkey_userId_idx').on('passkey').column('userId').execute();
      await db.schema.createIndex('passkey_credentialID_idx').on('passkey').column('credentialID').execute();
    },
  };
}
