import { getMigrations } from 'better-auth/db/migration';
import { sql, type Kysely } from 'kysely';
import { passkey } from '@better-auth/passkey';
import { magicLink } from 'better-auth/plugins/magic-link';
import { phoneNumber } from 'better-auth/plugins/phone-number';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { expect, test } from 'vitest';

import { openDatabase } from './database.ts';
import { compareMigrations, migrate, MigrationFailed, migrationsFor } from './migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

describeEachEngine('migrations', (engine) => {
  test('create each table, column and index that Better Auth asks for', async () => {
    const { db } = await engine.open();
    const plan = await getMigrations({
      database: { db, type: engine.name },
      emailAndPassword: { enabled: true },
      plugins: [magicLink({ sendMagicLink: () => {} }), phoneNumber(), twoFactor(), passkey()],
      rateLimit: { enabled: true, storage: 'database' },
      secret: 'a secret of more than thirty-two characters',
      baseURL: 'http://localhost:8080',
      // Better Auth warns that it does not know int8, PostgreSQL's own name for the bigint that it asks for.
      logger: { disabled: true },
    });

    expect(plan.toBeCreated).toEqual([]);
    expect(plan.toBeAdded).toEqual([]);
    expect(plan.toBeAddedIndexes).toEqual([]);
    expect(plan.schemaProblems).toEqual([]);
  });

  test('change nothing when they run again', async () => {
    const { db } = await engine.open();
    const before = await db.introspection.getTables();

    await migrate(db, engine.name);

    expect(await db.introspection.getTables()).toEqual(before);
  });

  test('let all servers start that begin together on an empty database', async () => {
    const options = await engine.create();
    // One process with one connection holds SQLite. Only PostgreSQL can have several servers.
    const count = engine.name === 'postgres' ? 4 : 1;
    const databases = Array.from({ length: count }, () => openDatabase(options));

    const starts = await Promise.allSettled(databases.map(({ db }) => migrate(db, engine.name)));

    expect(starts.map((start) => start.status)).toEqual(Array(count).fill('fulfilled'));
    await Promise.all(databases.map((database) => database.close()));
  });

  test('undo all when one fails', async () => {
    const database = openDatabase(await engine.create());
    const failing = {
      async up(db: Kysely<never>) {
        await db.schema.createTable('half').addColumn('id', 'text').execute();
        throw new Error('no space left');
      },
    };

    const attempt = migrate(database.db, engine.name, {
      ...migrationsFor(engine.name),
      '999-failing': failing,
    });

    await expect(attempt).rejects.toThrow('no space left');
    expect((await database.db.introspection.getTables()).map((table) => table.name)).toEqual([]);
    await database.close();
  });

  test('keep the rows of the first release', async () => {
    const { db } = await engine.open();
    await sql`insert into space (space_id, version) values ('ada', 7)`.execute(db);
    const later = {
      async up(tx: Kysely<never>) {
        await tx.schema
          .alterTable('space')
          .addColumn('mood', 'text', (c) => c.notNull().defaultTo('calm'))
          .execute();
      },
    };

    await migrate(db, engine.name, { ...migrationsFor(engine.name), '999-mood': later });

    const { rows } = await sql`select space_id, version, mood from space`.execute(db);
    expect(rows).toEqual([{ space_id: 'ada', version: 7, mood: 'calm' }]);
    expect(await compareMigrations(db, engine.name)).toEqual({ missing: [], unknown: ['999-mood'] });
  });

  test('can alter tables that Citus has spread and others together', async () => {
    const database = openDatabase(await engine.create());
    let mode: unknown;
    const asking = {
      async up(db: Kysely<never>) {
        const setting = sql<{
          mode: string;
        }>`select current_setting('citus.multi_shard_modify_mode') as mode`;
        mode = engine.name === 'postgres' ? (await setting.execute(db)).rows[0]?.mode : 'no Citus';
      },
    };

    await migrate(database.db, engine.name, { '000-first': asking, ...migrationsFor(engine.name) });

    expect(mode).toBe(engine.name === 'postgres' ? 'sequential' : 'no Citus');
    await database.close();
  });

  test('leave a database of a newer version alone, and say so', async () => {
    const { db } = await engine.open();
    await sql`insert into kysely_migration (name, timestamp) values ('002-of-a-newer-version', '2027')`.execute(
      db,
    );

    const attempt = migrate(db, engine.name);

    await expect(attempt).rejects.toThrow(MigrationFailed);
    await expect(attempt).rejects.toThrow('A newer Sunglow has used this database.');
  });
});
