import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';

import { openDatabase, type AppDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { hookStatements } from '#src/server/testing/databases/statement-hook.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask } from '#src/sync/testing/samples.ts';

const NO_LIMITS = { statementMs: 20_000, lockMs: 20_000, answerMs: 20_000 };

describeEachEngine(
  'a PostgreSQL that takes too long',
  (engine) => {
    const ends: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
    });

    async function open(limits: Partial<typeof NO_LIMITS>): Promise<[AppDatabase, Client]> {
      const where = await engine.create();
      // A migration may need more time than these limits allow on a busy machine.
      const migrated = openDatabase(where);
      await migrate(migrated.db, migrated.engine);
      await migrated.close();
      const database = openDatabase({ ...where, limits: { ...NO_LIMITS, ...limits } });
      const other = new Client({ connectionString: where.databaseUrl! });
      await other.connect();
      ends.push(
        () => database.close(),
        () => other.end(),
      );
      return [database, other];
    }

    test.each([
      ['for a lock', { lockMs: 50 }, '55P03'],
      ['for a statement', { statementMs: 50 }, '57014'],
      // The connection takes the transaction with it, as no rollback can reach it.
      ['to answer', { answerMs: 50 }, undefined],
    ])('[W5] %s makes the device send again, and nothing is lost or doubled', async (_what, limits, code) => {
      const [database, other] = await open(limits);
      const { user, logged, connect } = await setUpHub(database);
      const device = await connect(1);

      await other.query('begin');
      await other.query('select * from space where space_id = $1 for update', [user.id]);
      device.push(addTask(2));
      await expect.poll(() => device.closed).toMatchObject({ code: 1011 });
      await other.query('rollback');
      const again = await connect(1);
      again.push(addTask(2));
      await expect.poll(() => again.patches.length).toBe(2);

      expect(again.patches[1]).toMatchObject({ from: 1, to: 2, outcomes: [{ rejection: null }] });
      expect(logged.map((line) => (line as { err: { code?: string } }).err.code)).toEqual([code]);
      const { rows } = await other.query('select name from task where space_id = $1', [user.id]);
      expect(rows).toEqual([{ name: 'Task 2' }]);
    });

    test('to answer outside a transaction loses that connection alone', async () => {
      const [database] = await open({ answerMs: 100 });

      const asleep = sql`select pg_sleep(20)`.execute(database.db);

      await expect(asleep).rejects.toThrow('Query read timeout');
      await expect
        .poll(async () => (await sql`select 1 as one`.execute(database.db)).rows)
        .toEqual([{ one: 1 }]);
    });

    test('has as many connections as DATABASE_POOL says, and one for hints', async () => {
      const where = await engine.create();
      const server = await startTestServer(where, { settings: { DATABASE_POOL: '3' } });
      const other = new Client({ connectionString: where.databaseUrl! });
      await other.connect();
      ends.push(
        () => server.stop(),
        () => other.end(),
      );
      const connections = async (condition = '') => {
        // Within a transaction the statistics would stay as at the first look.
        await other.query('select pg_stat_clear_snapshot()');
        const { rows } = await other.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() ${condition} order by name`,
        );
        return rows.map(({ name }) => name);
      };
      const pool = ['sunglow', 'sunglow', 'sunglow'];
      const browser = server.browser();
      await browser.signUp('ada@example.com');

      await other.query('begin; lock table session');
      const answers = Array.from({ length: 20 }, () => browser.fetch('/api/auth/sessions'));
      await expect.poll(() => connections("and wait_event_type = 'Lock'")).toEqual(pool);
      await other.query('rollback');

      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
      // The connections stay open for a while after their work.
      expect(await connections()).toEqual([...pool, 'sunglow-bus']);
    });

    test('gets the limits so that Citus sends each to its nodes once', async () => {
      const [database] = await open({});
      const messages: string[] = [];
      const end = hookStatements((query) => {
        messages.push(query.sql);
        return query;
      });
      const { rows } = await database.transact((tx) =>
        sql`select name, current_setting(name) as value
          from unnest(array['citus.propagate_set_commands', 'statement_timeout', 'lock_timeout']) name`.execute(
          tx,
        ),
      );
      end();

      expect(rows).toEqual([
        { name: 'citus.propagate_set_commands', value: 'local' },
        { name: 'statement_timeout', value: '20s' },
        { name: 'lock_timeout', value: '20s' },
      ]);
      expect(messages.at(-1)).toBe('commit');
      expect(handedOn(messages)).toEqual([
        'set local statement_timeout = 20000',
        'set local lock_timeout = 20000',
        "set local citus.propagate_set_commands = 'local'",
        'set local idle_in_transaction_session_timeout = 30000',
      ]);
    });

    test('has no time limits for migrations', async () => {
      const where = await engine.create();
      const database = openDatabase({ ...where, limits: null });
      ends.push(() => database.close());

      await database.transact(async (tx) => {
        const { rows } = await sql`
          select name, setting from pg_settings where name like '%\\_timeout' and setting <> reset_val
        `.execute(tx);
        expect(rows).toEqual([]);
      });
    });
  },
  ['postgres'],
);

/**
 * The commands that Citus sends to a node when it begins the transaction there. For each setting that follows
 * on `citus.propagate_set_commands`, it sends the text of the whole message again
 * (`PostprocessVariableSetStmt` in its variableset.c).
 */
function handedOn(messages: readonly string[]): string[] {
  const commands: string[] = [];
  let handsOn = false;
  for (const message of messages.map((text) => text.split('; '))) {
    for (const command of message) {
      if (command.startsWith('set local citus.propagate_set_commands')) handsOn = true;
      else if (handsOn && command.startsWith('set local ')) commands.push(...message);
    }
  }
  return commands;
}
