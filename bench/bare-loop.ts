import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { newId } from '#src/domain/id.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { readCounts } from '#src/sync/server/push.ts';

/** Repeats the transaction of a push with one new task, without a server or a query builder around it. */
export interface BareLoop {
  /** The transactions per second, over this many seconds. */
  run(seconds: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Runs on a database file of its own, for each of `userCount` users in turn: their rows are spread over as
 * many pages as on a server.
 */
export async function openBareSqlite(userCount: number): Promise<BareLoop> {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-bare-'));
  const database = openDatabase({ dataDir: folder, databaseUrl: null });
  await migrate(database.db, database.engine);
  await database.close();
  const raw = new DatabaseSync(join(folder, 'sunglow.db'));
  raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const [raise, ...rest] = statements(() => '?').map((text) => raw.prepare(text));
  const users = Array.from({ length: userCount }, () => newId());
  let turn = 0;
  const once = () => {
    const user = users[turn++ % userCount] ?? '';
    raw.exec('BEGIN');
    const values = valuesOf(user, raise?.get(user) as unknown as Space);
    for (const [i, statement] of rest.entries()) statement.all(...(values[i] ?? []));
    raw.exec('COMMIT');
  };
  return {
    async run(seconds) {
      const end = performance.now() + seconds * 1000;
      let count = 0;
      for (; performance.now() < end; count++) once();
      return count / seconds;
    },
    async close() {
      raw.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs on the servers' database, with their tables: each connection serves users of its own. */
export async function openBarePostgres(
  url: string,
  connectionCount: number,
  userCount: number,
): Promise<BareLoop> {
  const clients = await Promise.all(
    Array.from({ length: connectionCount }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const users = Array.from({ length: Math.ceil(userCount / connectionCount) }, () => newId());
      return { client, users };
    }),
  );
  const [raise = '', ...rest] = statements((n) => `$${n}`);
  const once = async (client: Client, user: string) => {
    await client.query('BEGIN');
    const { rows } = await client.query<Space>(raise, [user]);
    const values = valuesOf(user, rows[0] ?? { version: 0, live_counts: '{}' });
    for (const [i, text] of rest.entries()) await client.query(text, values[i] ?? []);
    await client.query('COMMIT');
  };
  return {
    async run(seconds) {
      const end = performance.now() + seconds * 1000;
      const counts = await Promise.all(
        clients.map(async ({ client, users }) => {
          let count = 0;
          for (; performance.now() < end; count++) await once(client, users[count % users.length] ?? '');
          return count;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0) / seconds;
    },
    async close() {
      await Promise.all(clients.map(({ client }) => client.end()));
    },
  };
}

interface Space {
  readonly version: number;
  readonly live_counts: string;
}

const COLLECTION = newId();

/** The parameters of each statement after the first. */
function valuesOf(user: string, { version, live_counts }: Space): (string | number | null)[][] {
  const counts = readCounts(live_counts);
  const id = newId();
  const mutationId = newId();
  const at = Date.now();
  return [
    [user, mutationId],
    [user, COLLECTION],
    [user, id],
    [user, id, 'Water the plants', '', '2026-01-01', COLLECTION, at, at, null, null, version],
    [user, mutationId, null, version, at],
    [JSON.stringify({ ...counts, task: counts.task + 1 }), user],
  ];
}

function statements(p: (n: number) => string): string[] {
  const list = (count: number) => Array.from({ length: count }, (_, i) => p(i + 1)).join(', ');
  return [
    `insert into space (space_id, version) values (${p(1)}, 1) on conflict (space_id) do update set version = space.version + 1
      returning version, live_counts`,
    `select mutation_id, outcome from mutation where space_id = ${p(1)} and mutation_id in (${p(2)})`,
    `select id, name, color, position, created_at, deleted_at from collection where space_id = ${p(1)} and id in (${p(2)})`,
    `select * from task where space_id = ${p(1)} and id in (${p(2)})`,
    `insert into task (space_id, id, name, description, date, collection_id, created_at, updated_at, completed_at, deleted_at, version)
      values (${list(11)}) on conflict (space_id, id) do update set name = excluded.name`,
    `insert into mutation (space_id, mutation_id, outcome, version, created_at) values (${list(5)})`,
    `update space set live_counts = ${p(1)} where space_id = ${p(2)}`,
  ];
}
