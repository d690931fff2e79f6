import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { actorOf } from '#src/domain/space.ts';
import type { Operation } from '#src/tables/operations.ts';
import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { push } from '#src/sync/server/push.ts';
import { readLookups, type Lookups } from './lookups.ts';
import { distribution, type Distribution } from '#bench/measure.ts';
import { COLLECTION, plantTasks } from '#bench/plant-tasks.ts';

export interface GrowthSize {
  /** The growing number: tasks of one user, or users with `tasksEach`. Smallest first. */
  readonly sizes: readonly number[];
  readonly tasksEach: number;
  /** The number of timed cycles of four pushes each. */
  readonly cycles: number;
}

/** The cost of pushing one mutation at one size: its transaction, until it is on the disk. */
export interface Growth {
  readonly size: number;
  /** In ms. */
  readonly time: Distribution;
  readonly lookups: Lookups;
}

/** A database, and its users who write. */
interface Place {
  readonly size: number;
  readonly database: AppDatabase;
  readonly userIds: readonly string[];
  readonly taskIds: readonly string[];
}

const WARM_UP_CYCLES = 25;
const COUNTED_CYCLES = 50;

/** One user with more and more tasks beside a thousand small ones, in one database. */
export function measureTaskGrowth(engine: Engine, size: GrowthSize): Promise<readonly Growth[]> {
  return withDatabases(engine, async ({ create, open }) => {
    const where = await create();
    const others = Array.from({ length: 1_000 }, () => randomUUID());
    await plantTasks(where, others, newIds(size.tasksEach));
    const users = size.sizes.map((tasks) => ({
      size: tasks,
      userIds: [randomUUID()],
      // One less, since the first of each four pushes adds one, and 200,000 is a user's limit.
      taskIds: newIds(tasks - 1),
    }));
    for (const { userIds, taskIds } of users) await plantTasks(where, userIds, taskIds);
    const database = open(where);
    const places = users.map((user): Place => ({ ...user, database }));
    return measurePlaces(places, size.cycles);
  });
}

/** A database for each number of users; another user writes each time. */
export function measureUserGrowth(engine: Engine, size: GrowthSize): Promise<readonly Growth[]> {
  return withDatabases(engine, async ({ create, open }) => {
    const places: Place[] = [];
    for (const users of size.sizes) {
      const where = await create();
      const userIds = Array.from({ length: users }, () => randomUUID());
      const taskIds = newIds(size.tasksEach);
      await plantTasks(where, userIds, taskIds);
      places.push({ size: users, database: open(where), userIds, taskIds });
    }
    return measurePlaces(places, size.cycles);
  });
}

/** All sizes in turn, so that changes of the machine's speed affect them alike. */
async function measurePlaces(places: readonly Place[], cycles: number): Promise<Growth[]> {
  for (const place of places) for (let i = 0; i < WARM_UP_CYCLES; i++) await cycle(place);
  const times = places.map((): number[] => []);
  for (let i = 0; i < cycles; i++) {
    for (const [n, place] of places.entries()) times[n]?.push(...(await cycle(place)));
  }
  const results: Growth[] = [];
  for (const [n, place] of places.entries()) {
    const lookups = await readLookups(place.database, async () => {
      for (let i = 0; i < COUNTED_CYCLES; i++) await cycle(place);
      return COUNTED_CYCLES * 4;
    });
    results.push({ size: place.size, time: distribution(times[n] ?? []), lookups });
  }
  return results;
}

/**
 * Adds a task, edits an old one, completes and deletes the new one: four pushes. Returns their times in ms.
 */
async function cycle({ database, userIds, taskIds }: Place): Promise<number[]> {
  const userId = pick(userIds);
  const at = Date.now();
  const id = newId();
  const operations: Operation[] = [
    {
      name: 'task.add',
      args: {
        id,
        name: 'Water the plants',
        description: '',
        date: '2026-01-01' as CalendarDay,
        collectionId: COLLECTION,
        at,
      },
    },
    { name: 'task.edit', args: { id: pick(taskIds), changes: { name: `Edited at ${at}` }, at } },
    { name: 'task.complete', args: { id, at } },
    { name: 'task.delete', args: { id, at } },
  ];
  const times: number[] = [];
  for (const operation of operations) {
    const start = performance.now();
    const { patch } = await database.transact((tx) =>
      push(tx, actorOf(userId), [{ ...operation, id: newId() }], Date.now()),
    );
    times.push(performance.now() - start);
    const rejection = patch.outcomes[0]?.rejection;
    if (rejection !== null) throw new Error(`${operation.name} was rejected: ${rejection}.`);
  }
  return times;
}

interface Databases {
  /** Makes a database with its tables. */
  readonly create: () => Promise<DatabaseOptions>;
  readonly open: (where: DatabaseOptions) => AppDatabase;
}

async function withDatabases<T>(engine: Engine, work: (databases: Databases) => Promise<T>): Promise<T> {
  const undo = new AsyncDisposableStack();
  try {
    const place = engine === 'sqlite' ? sqliteFolders(undo) : await postgresDatabases(undo);
    return await work({
      async create() {
        const where = await place();
        const database = openDatabase(where);
        await migrate(database.db, database.engine);
        await database.close();
        return where;
      },
      open(where) {
        const database = openDatabase(where);
        undo.defer(() => database.close());
        return database;
      },
    });
  } finally {
    await undo.disposeAsync();
  }
}

function sqliteFolders(undo: AsyncDisposableStack) {
  return async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sunglow-growth-'));
    undo.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    return { dataDir, databaseUrl: null };
  };
}

async function postgresDatabases(undo: AsyncDisposableStack) {
  const cluster = await startPostgresCluster({ durable: true });
  undo.defer(() => cluster.stop());
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  undo.defer(() => client.end());
  let made = 0;
  return async () => {
    const url = new URL(cluster.url);
    url.pathname = `/growth_${(made += 1)}`;
    await client.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
    return { dataDir: '', databaseUrl: url.href };
  };
}

function newIds(count: number): string[] {
  return Array.from({ length: count }, () => newId());
}

function pick(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? '';
}
