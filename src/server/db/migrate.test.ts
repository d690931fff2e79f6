import { getMigrations } from 'better-auth/db/migration';
import { sql, type Kysely } from 'kysely';
import { passkey } from '@better-auth/passkey';
import { magicLink } from 'better-auth/plugins/magic-link';
import { phoneNumber } from 'better-auth/plugins/phone-number';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { expect, test } from 'vitest';

import { openDatabase } from './database.ts';
import { migrate, MigrationFailed, migrationsFor } from './migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

describeEachEngine('migrations', (engine) => {
  test('Better Auth misses no table, column or index', async () => {
    const { db } = await engine.open();
    const plan = await getMigrations({
      database: { db, type: engine.name },
      emailAndPassword: { enabled: true },
      plugins: [magicLink({ sendMagicLink: () => {} }), phoneNumber(), twoFactor(), passkey()],
      rateLimit: { enabled: true, storage: 'database' },
      secret: 'a secret of more than thirty-two characters',
      baseURL: 'http://localhost:8080',
      // It warns that it does not know int8, PostgreSQL's own name for the bigint it asks for.
      logger: { disabled: true },
    });

    expect(plan.toBeCreated).toEqual([]);
    expect(plan.toBeAdded).toEqual([]);
    expect(plan.toBeAddedIndexes).toEqual([]);
    expect(plan.schemaProblems).toEqual([]);
  });

  test('running them again changes nothing', async () => {
    const { db } = await engine.open();
    const before = await db.introspection.getTables();

    await migrate(db, engine.name);

    expect(await db.introspection.getTables()).toEqual(before);
  });

  test('servers that start together on an empty database all come up', async () => {
    const options = await engine.create();
    // SQLite is held by one process with one connection; only PostgreSQL has such servers.
    const count = engine.name === 'postgres' ? 4 : 1;
    const databases = Array.from({ length: count }, () => openDatabase(options));

    const starts = await Promise.allSettled(databases.map(({ db }) => migrate(db, engine.name)));

    expect(starts.map((start) => start.status)).toEqual(Array(count).fill('fulfilled'));
    await Promise.all(databases.map((database) => database.close()));
  });

  test('one that fails leaves nothing of itself or of those before it', async () => {
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

  test('[004] collections there are keep their order, oldest first', async () => {
    const database = openDatabase(await engine.create());
    const before = Object.entries(migrationsFor(engine.name)).filter(([name]) => name < '004');
    await migrate(database.db, engine.name, Object.fromEntries(before));
    await sql`
      insert into collection (user_id, id, name, color, created_at, deleted_at, version)
      values ('ada', 'c1', 'Home', '#FFCC33', 1767225600000, null, 1), ('ada', 'c2', 'Work', '#63B76C', 0, 5, 2)
    `.execute(database.db);

    await migrate(database.db, engine.name);

    const rows = await database.db.selectFrom('collection').selectAll().orderBy('id').execute();
    expect(rows.map(({ name, position, version }) => ({ name, position, version }))).toEqual([
      { name: 'Home', position: 1_767_225_600_000, version: 1 },
      { name: 'Work', position: 0, version: 2 },
    ]);
    await database.close();
  });

  test('[013] tasks that went with a collection have no deletion of their own, and devices that have it load anew', async () => {
    const database = openDatabase(await engine.create());
    const before = Object.entries(migrationsFor(engine.name)).filter(([name]) => name < '013');
    await migrate(database.db, engine.name, Object.fromEntries(before));
    await sql`
      insert into space (user_id, version, task_count, collection_count, purged_version)
      values ('ada', 7, 2, 0, 3), ('bob', 7, 1, 1, 3)
    `.execute(database.db);
    await sql`
      insert into collection (user_id, id, name, color, created_at, deleted_at, tombstone_since, version)
      values ('ada', 'c1', 'Home', '#FFCC33', 0, 50, 60, 7), ('ada', 'c2', 'Work', '#FFCC33', 0, null, null, 2),
        ('bob', 'c1', 'Home', '#FFCC33', 0, null, null, 1)
    `.execute(database.db);
    const task = sql.raw("'Water', '', '2026-06-15'");
    await sql`
      insert into task (user_id, id, collection_id, completed_at, deleted_at, tombstone_since, version,
        name, description, date, created_at, updated_at)
      values ('ada', 'went with it', 'c1', null, 50, 60, 6, ${task}, 0, 0),
        ('ada', 'went before', 'c1', null, 40, 60, 6, ${task}, 0, 0),
        ('ada', 'completed', 'c1', 5, null, null, 6, ${task}, 0, 0),
        ('ada', 'completed and gone', 'c1', 5, 50, 60, 6, ${task}, 0, 0),
        ('ada', 'of another', 'c2', null, null, null, 6, ${task}, 0, 0),
        ('bob', 'his', 'c1', null, 50, 60, 6, ${task}, 0, 0)
    `.execute(database.db);

    await migrate(database.db, engine.name);

    const tasks = await database.db
      .selectFrom('task')
      .select(['id', 'deleted_at', 'tombstone_since', 'priority'])
      .execute();
    expect(new Set(tasks.map((row) => row.priority))).toEqual(new Set([4]));
    const tombstones = tasks.filter((row) => row.deleted_at !== null || row.tombstone_since !== null);
    expect(tombstones.map(({ id }) => id).toSorted()).toEqual(['completed and gone', 'his', 'went before']);
    const [ada, bob] = await database.db.selectFrom('space').selectAll().orderBy('user_id').execute();
    expect(ada).toMatchObject({ live_counts: '{"collection":0,"task":2}', purged_version: ada?.version });
    expect(ada?.version).toBeGreaterThan(7);
    expect(bob).toMatchObject({ version: 7, live_counts: '{"collection":1,"task":1}', purged_version: 3 });
    await database.close();
  });

  test('[028] what is stored counts labels and rules too', async () => {
    const database = openDatabase(await engine.create());
    const before = Object.entries(migrationsFor(engine.name)).filter(([name]) => name < '028');
    await migrate(database.db, engine.name, Object.fromEntries(before));
    await sql`insert into space (user_id, version, stored_bytes) values ('ada', 7, 400), ('bob', 7, 0)`.execute(
      database.db,
    );
    const task = sql.raw("'c1', 6, 'Water', '', '2026-06-15', 0, 0");
    await sql`
      insert into task (user_id, id, labels, repeat, collection_id, version, name, description, date,
        created_at, updated_at)
      values ('ada', 'labelled', 'l1 l2', null, ${task}), ('ada', 'repeats', '', 'FREQ=DAILY', ${task})
    `.execute(database.db);

    await migrate(database.db, engine.name);

    const spaces = await database.db
      .selectFrom('space')
      .select(['user_id', 'stored_bytes'])
      .orderBy('user_id')
      .execute();
    expect(spaces).toEqual([
      { user_id: 'ada', stored_bytes: 415 },
      { user_id: 'bob', stored_bytes: 0 },
    ]);
    await database.close();
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

  test('a database of a newer version is left alone, with a word about it', async () => {
    const { db } = await engine.open();
    const { '005-purge': _newest, ...older } = migrationsFor(engine.name);

    const attempt = migrate(db, engine.name, older);

    await expect(attempt).rejects.toThrow(MigrationFailed);
    await expect(attempt).rejects.toThrow('A newer Sunglow has used this database.');
  });
});
