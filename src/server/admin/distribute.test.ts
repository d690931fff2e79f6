import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { distribute } from '#src/server/admin/distribute.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { DISTRIBUTED_TABLES, LOCAL_TABLES } from '#src/server/db/placement.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';

describeEachEngine('distribute, without Citus', (engine) => {
  test('is refused with a word about what to do', async () => {
    const database = await engine.open();

    await expect(distribute(database, () => {})).rejects.toThrow(
      engine.name === 'sqlite' ? 'The database is a file.' : 'This PostgreSQL has no Citus.',
    );
  });
});

/** Citus is not there to be tested with: these functions only write down how they were called, and what Citus would know. */
describeEachEngine(
  'distribute, against a stand-in for Citus',
  (engine) => {
    async function standIn(version = '13.0-1', groupId = 0): Promise<AppDatabase> {
      const database = await engine.open();
      await sql.raw(STAND_IN).execute(database.db);
      await sql
        .raw(`set allow_system_table_mods = on;
        insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
          values (99999, 'citus', 10, 11, false, '${version}'); reset allow_system_table_mods`)
        .execute(database.db);
      await sql`insert into pg_dist_local_group values (${groupId})`.execute(database.db);
      return database;
    }
    async function calls({ db }: AppDatabase): Promise<string[]> {
      const { rows } = await sql<{ call: string }>`select call from calls order by number`.execute(db);
      return rows.map(({ call }) => call);
    }

    test('spreads the tables of a user by user_id, all in one group, and makes the others known', async () => {
      const database = await standIn();
      await distribute(database, () => {});

      const made = await calls(database);
      expect(made.slice(0, DISTRIBUTED_TABLES.length)).toEqual([
        'distribute space by user_id with default',
        'distribute collection by user_id with space',
        'distribute task by user_id with space',
        'distribute mutation by user_id with space',
        'distribute device by user_id with space',
      ]);
      // Those that refer to users come with them.
      expect(made.slice(DISTRIBUTED_TABLES.length)).toEqual([
        'add "user"',
        'add verification',
        'add "rateLimit"',
        'add throttle',
        'add invitation',
        'add deleted_user',
      ]);
      const keys =
        await sql`select 1 from pg_constraint where contype = 'f' and conrelid = 'device'::regclass`.execute(
          database.db,
        );
      expect(keys.rows).toEqual([]);
    });

    test('run again, it does what is missing, and nothing twice', async () => {
      const database = await standIn();
      await sql`select create_distributed_table('"space"', 'user_id', colocate_with => 'default')`.execute(
        database.db,
      );
      await distribute(database, () => {});
      const made = await calls(database);
      await distribute(database, () => {});

      expect(await calls(database)).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
    });

    test.each([
      ['11.1-1', 0, true, 'Sunglow needs 11.2 or newer'],
      ['13.0-1', 3, true, 'This is a worker.'],
      ['13.0-1', 0, false, 'The workers do not know the coordinator.'],
    ])('Citus %s in group %d is refused', async (version, groupId, isKnown, problem) => {
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
    test('every table has its place', async () => {
      const { db } = await engine.open();
      const tables = await db.introspection.getTables();

      expect(new Set<string>([...DISTRIBUTED_TABLES, ...LOCAL_TABLES])).toEqual(
        new Set(tables.map(({ name }) => name)),
      );
    });

    test('what must be unique in a distributed table is so for each user', async () => {
      const { db } = await engine.open();
      const { rows } = await sql<{ table: string; columns: string[] }>`
        select c.relname as table, array_agg(a.attname::text) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indisunique and c.relname in (${sql.join([...DISTRIBUTED_TABLES])}) group by i.indexrelid, c.relname
      `.execute(db);

      expect(new Set(rows.map(({ table }) => table))).toEqual(new Set<string>(DISTRIBUTED_TABLES));
      expect(rows.filter(({ columns }) => !columns.includes('user_id'))).toEqual([]);
    });

    test('there are no sequences, triggers or references from one kind of table to the other, but for that of devices', async () => {
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
  create function citus_add_local_table_to_metadata(t regclass, cascade_via_foreign_keys bool) returns void language sql as $$
    insert into calls (call) values ('add ' || t);
    insert into pg_dist_partition select t
      union select conrelid from pg_constraint where contype = 'f' and confrelid = t;
  $$;
`;
