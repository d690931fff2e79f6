import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type AppDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';
import { addCollection } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

let cluster: PostgresCluster;
let database: AppDatabase;
let other: Client;

beforeAll(async () => {
  cluster = await startPostgresCluster({ durable: true });
  const limits = { statementMs: 1_000, lockMs: 20_000, answerMs: 2_000 };
  database = openDatabase({ dataDir: '', databaseUrl: cluster.url, limits });
  await migrate(database.db, database.engine);
  other = new Client({ connectionString: cluster.url });
  await other.connect();
});

afterAll(async () => {
  await other?.end();
  await database?.close();
  await cluster?.stop();
});

async function waitForStandby(name: string): Promise<void> {
  await other.query(`alter system set synchronous_standby_names = '${name}'`);
  await other.query('select pg_reload_conf()');
  const shown = async () => (await other.query('show synchronous_standby_names')).rows;
  await expect.poll(shown).toEqual([{ synchronous_standby_names: name }]);
}

// The next failover would lose the commit.
test('[W5] a commit that the synchronous standby misses is given up, and not acknowledged', async () => {
  const user = new ServerUser(database);
  await user.push(addCollection(1));

  await waitForStandby('gone');
  await expect(user.push(addCollection(2))).rejects.toThrow('terminated');
  await waitForStandby('');

  // The same push, sent again, applies once.
  const { outcomes } = await user.push(addCollection(2));
  expect(outcomes).toMatchObject([{ rejection: null }]);
  expect((await user.pull(0)).rows.collection).toHaveLength(2);
});
