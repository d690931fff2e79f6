import { sql, type Kysely } from 'kysely';

import { columnTypes } from './column-types.ts';
import type { Engine } from '#src/server/db/tables.ts';

/**
 * Users and how they sign in: Better Auth's tables, and the tables that Sunglow adds. A test compares Better
 * Auth's with its own schema.
 */
export async function createAccounts(db: Kysely<never>, engine: Engine): Promise<void> {
  await createUsersAndSessions(db, engine);
  await createSignInMethods(db, engine);
  await createLimits(db);
  await createComingAndGoing(db);
}

async function createUsersAndSessions(db: Kysely<never>, engine: Engine): Promise<void> {
  const type = columnTypes(engine);
  const no = sql.raw(engine === 'postgres' ? 'false' : '0');
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailVerified', type.boolean, (c) => c.notNull())
    .addColumn('image', 'text')
    .addColumn('phoneNumber', 'text')
    .addColumn('phoneNumberVerified', type.boolean)
    .addColumn('twoFactorEnabled', type.boolean, (c) => c.defaultTo(no))
    .addColumn('createdAt', type.date, (c) => c.notNull())
    .addColumn('updatedAt', type.date, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('user_phoneNumber_uidx').unique().on('user').column('phoneNumber').execute();

  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('expiresAt', type.date, (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', type.date, (c) => c.notNull())
    .addColumn('updatedAt', type.date, (c) => c.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .execute();
  await createIndexes(db, 'session', ['userId', 'expiresAt']);

  await db.schema
    .createTable('verification')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('identifier', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expiresAt', type.date, (c) => c.notNull())
    .addColumn('createdAt', type.date, (c) => c.notNull())
    .addColumn('updatedAt', type.date, (c) => c.notNull())
    .execute();
  await createIndexes(db, 'verification', ['identifier', 'expiresAt']);
}

async function createSignInMethods(db: Kysely<never>, engine: Engine): Promise<void> {
  const type = columnTypes(engine);
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('accountId', 'text', (c) => c.notNull())
    .addColumn('providerId', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', type.date)
    .addColumn('refreshTokenExpiresAt', type.date)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', type.date, (c) => c.notNull())
    .addColumn('updatedAt', type.date, (c) => c.notNull())
    .execute();
  await createIndexes(db, 'account', ['userId']);
  // A provider's answer names the account there, and not the user.
  await db.schema
    .createIndex('account_provider_idx')
    .on('account')
    .columns(['accountId', 'providerId'])
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
  await createIndexes(db, 'twoFactor', ['userId', 'secret']);

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
  await createIndexes(db, 'passkey', ['userId', 'credentialID']);
}

/** Better Auth's limits of requests, and the limits of wrong passwords (see ThrottleTable). */
async function createLimits(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('rateLimit')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('lastRequest', 'bigint', (c) => c.notNull())
    .execute();
  await createIndexes(db, 'rateLimit', ['lastRequest']);

  await db.schema
    .createTable('throttle')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('free_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('throttle_free_at').on('throttle').column('free_at').execute();
}

/** See DeviceTable, InvitationTable and DeletedUserTable. */
async function createComingAndGoing(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('device')
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('device_pkey', ['user_id', 'hash'])
    .execute();
  await db.schema.createIndex('device_seen_at').on('device').column('seen_at').execute();

  await db.schema
    .createTable('invitation')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('email', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invitation_expires_at').on('invitation').column('expires_at').execute();

  await db.schema
    .createTable('deleted_user')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('deleted_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('deleted_user_deleted_at').on('deleted_user').column('deleted_at').execute();
}

/** Indexes of one column each, under Better Auth's names. */
async function createIndexes(db: Kysely<never>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns)
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
}
