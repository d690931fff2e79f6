import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';

import { TABLE_NAMES } from '#src/tables/tables.ts';
import { distribute } from './distribute.ts';
import { openForAdmin } from './open.ts';
import { spaceOf } from '#src/domain/space.ts';
import { readConfig } from '#src/server/config/config.ts';
import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { serverConnections } from './running-servers.ts';
import { DISTRIBUTED_TABLES, distributionColumn, LOCAL_TABLES } from '#src/server/db/placement.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { addCollection, addTask, collection, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('distribute, without Citus', (engine) => {
  test('is rejected with a message about what to do', async () => {
    const database = await engine.open();

    await expect(distribute(database, () => {})).rejects.toThrow(
      engine.name === 'sqlite' ? 'The database is a file.' : 'This PostgreSQL has no Citus.',
    );
  });
});

interface StandIn extends AppDatabase {
  readonly where: DatabaseOptions;
}

/** Tests have no Citus: these functions record their calls, and the state that Citus would keep. */
describeEachEngine(
  'distribute, against a substitute for Citus',
  (engine) => {
    const ends: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end();
    });

    async function standIn(version = '13.0-1', groupId = 0): Promise<StandIn> {
      const where = await engine.create();
      const migrated = openDatabase(where);
      await migrate(migrated.db, migrated.engine);
      await migrated.close();
      const database = await openStandIn(where);
      await sql.raw(STAND_IN).execute(database.db);
      await sql
        .raw(`set allow_system_table_mods = on;
        insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
          values (99999, 'citus', 10, 11, false, '${version}'); reset allow_system_table_mods`)
        .execute(database.db);
      await sql`insert into pg_dist_local_group values (${groupId})`.execute(database.db);
      return { ...database, where };
    }
    /** Opens the stand-in as the command does. */
    async function openStandIn({ databaseUrl }: DatabaseOptions): Promise<AppDatabase> {
      const AUTH_SECRET = 'a secret of more than thirty-two characters';
      const database = await openForAdmin(readConfig({ DATABASE_URL: databaseUrl!, AUTH_SECRET }), null);
      ends.push(() => database.close());
      return database;
    }
    async function calls({ db }: AppDatabase): Promise<string[]> {
      const { rows } = await sql<{ call: string }>`select call from calls order by number`.execute(db);
      return rows.map(({ call }) => call);
    }

    test('spreads the tables by space or user, all in one group, and makes the other tables known', async () => {
      const database = await standIn();
      await distribute(database, () => {});

      const made = await calls(database);
      const first = 2 * DISTRIBUTED_TABLES.length;
      // Moved rows do not stay on the coordinator's disk.
      expect(made.slice(0, first)).toEqual([
        'distribute space by space_id with default',
        'truncate space',
        ...TABLE_NAMES.flatMap((table) => [
          `distribute ${table} by space_id with space`,
          `truncate ${table}`,
        ]),
        'distribute mutation by space_id with space',
        'truncate mutation',
        'distribute history by space_id with space',
        'truncate history',
        'distribute history_row by space_id with space',
        'truncate history_row',
        'distribute history_erasure by space_id with space',
        'truncate history_erasure',
        'distribute alarm by space_id with space',
        'truncate alarm',
        'distribute hook_watch by space_id with space',
        'truncate hook_watch',
        'distribute hook_task by space_id with space',
        'truncate hook_task',
        'distribute hook by space_id with space',
        'truncate hook',
        'distribute hook_message by space_id with space',
        'truncate hook_message',
        'distribute device by user_id with space',
        'truncate device',
        'distribute push_subscription by user_id with space',
        'truncate push_subscription',
        'distribute webhook by user_id with space',
        'truncate webhook',
      ]);
      // Tables that refer to users come with them.
      expect(made.slice(first)).toEqual([
        'add "user"',
        'add verification',
        'add "rateLimit"',
        'add throttle',
        'add invitation',
        'add access_token',
        'add deleted_user',
        'add feed',
      ]);
      const keys =
        await sql`select 1 from pg_constraint where contype = 'f' and conrelid = 'device'::regclass`.execute(
          database.db,
        );
      expect(keys.rows).toEqual([]);
    });

    test('a second run does only the missing parts', async () => {
      const database = await standIn();
      await sql`select create_distributed_table('"space"', 'space_id', colocate_with => 'default')`.execute(
        database.db,
      );
      await distribute(database, () => {});
      const made = await calls(database);
      await distribute(database, () => {});

      // An earlier run may have ended before a table was emptied.
      const emptied = DISTRIBUTED_TABLES.map((table) => `truncate ${table}`);
      expect(await calls(database)).toEqual([...made, ...emptied]);
      expect(new Set(made).size).toBe(made.length);
    });

    test('is rejected while a server runs, without changing anything', async () => {
      const database = await standIn();
      const server = await startTestServer(database.where);
      ends.push(() => server.stop());

      await expect(distribute(database, () => {})).rejects.toThrow('Stop all of them first.');
      expect(await calls(database)).toEqual([]);
      await server.stop();
      // PostgreSQL ends the processes of closed connections a moment later.
      await expect.poll(() => serverConnections(database.db)).toBe(0);
      await distribute(database, () => {});
      expect(await calls(database)).not.toEqual([]);
    });

    test('is rejected while a server runs, under any name of its connections', async () => {
      const database = await standIn();
      const url = new URL(database.where.databaseUrl!);
      url.searchParams.set('application_name', 'reports');
      const server = await startTestServer({ ...database.where, databaseUrl: url.href });
      ends.push(() => server.stop());

      await expect(distribute(database, () => {})).rejects.toThrow('Stop all of them first.');
      expect(await calls(database)).toEqual([]);
    });

    test('is rejected while a server runs behind a PgBouncer that adds its address to the name', async () => {
      const database = await standIn();
      const client = new Client({
        connectionString: database.where.databaseUrl!,
        application_name: 'sunglow - 10.0.0.1:40000',
      });
      await client.connect();
      ends.push(() => client.end());

      await expect(distribute(database, () => {})).rejects.toThrow('Stop all of them first.');
    });

    test('leaves no texts of users in the statistics of the coordinator', async () => {
      const database = await standIn();
      await new ServerUser(database).push(
        ...[1, 2, 3, 4].map((n) => addCollection(n, collection(n, { name: `Secret ${n}` }))),
        ...Array.from({ length: 90 }, (_, i) =>
          addTask(i + 10, task(i + 10, { name: `Secret ${i % 3}`, description: 'Secret' })),
        ),
      );
      await sql`analyze`.execute(database.db);
      const secrets = async () => {
        const { rows } = await sql<{ name: string }>`
          select tablename || '.' || attname as name from pg_stats where schemaname = 'public'
          and concat(most_common_vals::text, histogram_bounds::text) like '%Secret%' order by 1`.execute(
          database.db,
        );
        return rows.map(({ name }) => name);
      };
      expect(await secrets()).toEqual([
        'collection.name',
        'history.changes',
        'task.description',
        'task.name',
      ]);

      await distribute(database, () => {});

      expect(await secrets()).toEqual([]);
    });

    /**
     * Begins a run that stops at its first table until `goOn`. `waiting` tells which statements wait for a
     * lock.
     */
    async function held(database: StandIn) {
      const other = new Client({ connectionString: database.where.databaseUrl! });
      await other.connect();
      ends.push(() => other.end());
      const waiting = async () => {
        // Within a transaction, statistics stay as at the first look.
        await other.query('select pg_stat_clear_snapshot()');
        const { rows } = await other.query<{ query: string }>(
          "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by query",
        );
        return rows.map(({ query }) => /create_distributed_table|kysely_migration_lock/.exec(query)?.[0]);
      };
      await other.query('begin; lock table calls');
      const done = distribute(database, () => {});
      await expect.poll(waiting).toEqual(['create_distributed_table']);
      return { done, waiting, goOn: () => other.query('rollback') };
    }
    const BOTH = ['create_distributed_table', 'kysely_migration_lock'];

    test('of two runs at once, one waits for the other', async () => {
      const database = await standIn();
      const { done, waiting, goOn } = await held(database);

      const second = distribute(await openStandIn(database.where), () => {});
      await expect.poll(waiting).toEqual(BOTH);
      await goOn();
      await Promise.all([done, second]);

      const made = (await calls(database)).filter((call) => !call.startsWith('truncate'));
      expect(new Set(made).size).toBe(made.length);
    });

    test('a server that starts meanwhile waits until it ends', async () => {
      const database = await standIn();
      const { done, waiting, goOn } = await held(database);

      const starting = startTestServer(database.where);
      ends.push(async () => (await starting).stop());
      await expect.poll(waiting).toEqual(BOTH);
      await goOn();
      await done;

      expect((await fetch(`${(await starting).url}/readyz`)).status).toBe(200);
    });

    test('[W9] all devices load anew after it', async () => {
      const database = await standIn();
      const now = new Date();
      await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values ('ada', 'Ada', 'ada@example.com', true, ${now}, ${now})`.execute(database.db);
      await database.db
        .insertInto('space')
        .values({ space_id: spaceOf('ada'), version: 3 })
        .execute();
      const printed: string[] = [];
      await distribute(database, (line) => printed.push(line));

      const space = await database.db.selectFrom('space').selectAll().executeTakeFirstOrThrow();
      expect(space.purged_version).toBe(space.version);
      expect(space.version).toBeGreaterThan(3);
      expect(printed.at(-1)).toBe('The devices of 1 accounts load anew.');
    });

    test.each([
      ['11.1-1', 0, true, 'Sunglow needs 11.2 or newer'],
      ['13.0-1', 3, true, 'This is a worker.'],
      ['13.0-1', 0, false, 'The workers do not know the coordinator.'],
    ])('Citus %s in group %d is rejected', async (version, groupId, isKnown, problem) => {
      const database = await standIn(version, groupId);
      if (!isKnown) await sql`delete from pg_dist_node`.execute(database.db);

      await expect(distribute(database, () => {})).rejects.toThrow(problem);
      expect(await calls(database)).toEqual([]);
    });
  },
  ['postgres'],
);

describeEachEngine(
  "the schema, by Citus' rules",
  (engine) => {
    test('every table has its kind', async () => {
      const { db } = await engine.open();
      const tables = await db.introspection.getTables();

      expect(new Set<string>([...DISTRIBUTED_TABLES, ...LOCAL_TABLES])).toEqual(
        new Set(tables.map(({ name }) => name)),
      );
    });

    test('unique values of a distributed table are unique within a space or user', async () => {
      const { db } = await engine.open();
      const { rows } = await sql<{ table: (typeof DISTRIBUTED_TABLES)[number]; columns: string[] }>`
        select c.relname as table, array_agg(a.attname::text) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indisunique and c.relname in (${sql.join([...DISTRIBUTED_TABLES])}) group by i.indexrelid, c.relname
      `.execute(db);

      expect(new Set(rows.map(({ table }) => table))).toEqual(new Set<string>(DISTRIBUTED_TABLES));
      expect(rows.filter(({ table, columns }) => !columns.includes(distributionColumn(table)))).toEqual([]);
    });

    test('there are no sequences, triggers, or references between the kinds of tables, except from devices', async () => {
      const { db } = await engine.open();
      const found = await sql`
        select relname from pg_class where relkind = 'S'
        union all select tgname from pg_trigger where not tgisinternal
        union all select conname from pg_constraint where contype = 'f'
          and (conrelid::regclass::text in (${sql.join([...DISTRIBUTED_TABLES])})
            <> (confrelid::regclass::text in (${sql.join([...DISTRIBUTED_TABLES])})))
      `.execute(db);

      expect(found.rows).toEqual([{ relname: 'device_user_id_fkey' }]);
    });
  },
  ['postgres'],
);

const STAND_IN = `
  create table calls (number int generated always as identity, call text);
  create table pg_dist_partition (logicalrelid regclass);
  create table pg_dist_local_group (groupid int);
  create table pg_dist_node (groupid int);
  insert into pg_dist_node values (0);
  create function create_distributed_table(t regclass, by text, colocate_with text) returns void language sql as $$
    insert into calls (call) values ('distribute ' || t || ' by ' || by || ' with ' || colocate_with);
    insert into pg_dist_partition values (t);
  $$;
  create function truncate_local_data_after_distributing_table(t regclass) returns void language sql as $$
    insert into calls (call) values ('truncate ' || t);
  $$;
  create function citus_add_local_table_to_metadata(t regclass, cascade_via_foreign_keys bool) returns void language sql as $$
    insert into calls (call) values ('add ' || t);
    insert into pg_dist_partition select t
      union select conrelid from pg_constraint where contype = 'f' and confrelid = t;
  $$;
`;
