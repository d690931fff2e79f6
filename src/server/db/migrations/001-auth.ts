import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

import { columnTypes } from './column-types.ts';
import type { Engine } from '#src/server/db/tables.ts';

/** Better Auth's tables, as it wants them. A test asks it whether it misses anything. */
export function auth(engine: Engine): Migration {
  const type = columnTypes(engine);
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('user')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull().unique())
        .addColumn('emailVerified', type.boolean, (c) => c.notNull())
        .addColumn('image', 'text')
        .addColumn('createdAt', type.date, (c) => c.notNull())
        .addColumn('updatedAt', type.date, (c) => c.notNull())
        .execute();

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
      await db.schema.createIndex('session_userId_idx').on('session').column('userId').execute();

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
      await db.schema.createIndex('account_userId_idx').on('account').column('userId').execute();

      await db.schema
        .createTable('verification')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('identifier', 'text', (c) => c.notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('expiresAt', type.date, (c) => c.notNull())
        .addColumn('createdAt', type.date, (c) => c.notNull())
        .addColumn('updatedAt', type.date, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('verification_identifier_idx')
        .on('verification')
        .column('identifier')
        .execute();

      await db.schema
        .createTable('rateLimit')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('key', 'text', (c) => c.notNull().unique())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addColumn('lastRequest', 'bigint', (c) => c.notNull())
        .execute();
    },
  };
}
