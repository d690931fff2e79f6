import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newId } from '#src/domain/id.ts';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import { HISTORY_PAGE } from '#src/reading/history/history.ts';
import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { HistorySources } from '#src/server/history/history-sources.ts';
import { readHistory, type HistoryQuery } from '#src/server/history/read-history.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { push } from '#src/sync/server/push.ts';
import { mutationOf } from '#src/tables/operations.ts';
import { distribution, ms, type Row } from '#bench/measure.ts';

const WARM_UP = 200;
const PUSHES = 1_000;
/** Of a push, compared with one that writes no history (rule H3). */
const MOST_MORE = 1.1;
const PAGES = 50;
const USERS = 8;
const ENTRIES_A_USER = 125_000;
const DEVICE = 'Firefox on Windows';

/** Measures a push with its entry of the history and without, the bytes of a change, and pages among a million entries. */
export async function measureHistory(): Promise<Row[]> {
  const cluster = await startPostgresCluster({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-history-'));
  const sqlite = (name: string) => ({ dataDir: join(folder, name), databaseUrl: null });
  try {
    return [
      ...(await measureOn('SQLite', sqlite('with'), sqlite('without'))),
      ...(await measureOn(
        'PostgreSQL',
        { dataDir: '', databaseUrl: cluster.url },
        { dataDir: '', databaseUrl: await anotherIn(cluster.url) },
      )),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.stop();
  }
}

async function measureOn(engine: string, where: DatabaseOptions, other: DatabaseOptions): Promise<Row[]> {
  const [ours, without] = [await openNew(where), await openNew(other)];
  await dropEntries(without);
  try {
    return [
      await measurePushes(engine, ours, without),
      await measureBytes(engine, ours, without),
      ...(await measurePages(engine, ours)),
    ];
  } finally {
    await ours.close();
    await without.close();
  }
}

/** The same pushes by turns, since the machine is shared. */
async function measurePushes(engine: string, ours: AppDatabase, without: AppDatabase): Promise<Row> {
  const [add, addWithout] = [await writer(ours), await writer(without)];
  const [times, floors]: [number[], number[]] = [[], []];
  for (let i = 0; i < WARM_UP + PUSHES; i++) {
    floors.push(await timed(addWithout));
    times.push(await timed(add));
  }
  const [p50, floor] = [times, floors].map((all) => distribution(all.slice(WARM_UP)).p50) as [number, number];
  return {
    what: `history: a push of one new task beside one without the history, ${engine} (p50)`,
    measured: ms(p50),
    floor: ms(floor),
    ratio: p50 / floor,
    budget: `${MOST_MORE}x`,
    kept: p50 / floor <= MOST_MORE,
  };
}

async function measureBytes(engine: string, ours: AppDatabase, without: AppDatabase): Promise<Row> {
  const { entries, bytes } = await ours.snapshot((tx) =>
    tx
      .selectFrom('history')
      .select((eb) => [
        eb.fn.countAll<number | string>().as('entries'),
        sql<number | string>`sum(octet_length(changes))`.as('bytes'),
      ])
      .executeTakeFirstOrThrow(),
  );
  const onDisk = ((await sizeOf(ours)) - (await sizeOf(without))) / Number(entries);
  return {
    what: `history: bytes of a new task, its JSON and on the disk with the indexes, ${engine}`,
    measured: `${Math.round(Number(bytes) / Number(entries))}, ${Math.round(onDisk)} bytes`,
    budget: '',
    kept: null,
  };
}

async function measurePages(engine: string, database: AppDatabase): Promise<Row[]> {
  const userIds = Array.from({ length: USERS }, () => newId());
  await plantEntries(database, userIds);
  const spaceId = spaceOf(userIds[USERS / 2] ?? '');
  const page = (query: Partial<HistoryQuery>) => () =>
    database.snapshot((tx) => readHistory(tx, spaceId, { limit: HISTORY_PAGE, ...query }));
  const middle = `${ENTRIES_A_USER / 2}.0`;
  const asked = [
    [`the newest ${HISTORY_PAGE}`, page({})],
    [`${HISTORY_PAGE} in the middle`, page({ before: middle })],
    [`${HISTORY_PAGE} of a task`, page({ row: 'row-7' })],
    ['the one of a door, the oldest', page({ source: 'Robot' })],
    ['all doors, asked for the first time', () => new HistorySources(database).of(spaceId, 0)],
  ] as const;
  const rows: Row[] = [];
  for (const [what, ask] of asked) {
    const times: number[] = [];
    for (let i = 0; i < PAGES; i++) times.push(await timed(ask));
    const { p50, p95 } = distribution(times);
    const all = (USERS * ENTRIES_A_USER).toLocaleString('en');
    rows.push({
      what: `history: ${what}, among ${all} entries of ${USERS} users, ${engine} (p50, p95)`,
      measured: `${ms(p50)}, ${ms(p95)}`,
      budget: '',
      kept: null,
    });
  }
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function openNew(where: DatabaseOptions): Promise<AppDatabase> {
  const database = openDatabase({ ...where, limits: null });
  await migrate(database.db, database.engine);
  return database;
}

/** The address of a second database in the cluster. */
async function anotherIn(url: string): Promise<string> {
  const database = openDatabase({ dataDir: '', databaseUrl: url, limits: null });
  await sql`create database without_history`.execute(database.db);
  await database.close();
  const another = new URL(url);
  another.pathname = '/without_history';
  return another.href;
}

/** From now on the database stores no entry: the server makes them all the same. */
async function dropEntries({ db, engine }: AppDatabase): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create trigger no_history before insert on history begin select raise(ignore); end`.execute(db);
    return;
  }
  await sql`create function no_history() returns trigger language plpgsql as 'begin return null; end'`.execute(
    db,
  );
  await sql`create trigger no_history before insert on history for each row execute function no_history()`.execute(
    db,
  );
}

/** A function that adds a task to a collection of a new user. */
async function writer(database: AppDatabase): Promise<() => Promise<unknown>> {
  const actor = actorOf(newId(), DEVICE);
  const [collectionId, at] = [newId(), Date.now()];
  const run = (operation: Parameters<typeof mutationOf>[1]) =>
    database.transact((tx) => push(tx, actor, [mutationOf(newId(), operation)], Date.now()));
  await run({ name: 'collection.add', args: { id: collectionId, name: 'Bench', color: '#FFCC33', at } });
  return () =>
    run({
      name: 'task.add',
      args: { id: newId(), name: 'Water the plants', description: '', date: null, collectionId, at },
    });
}

/** The bytes of the whole database. */
async function sizeOf({ db, engine }: AppDatabase): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          size: number;
        }>`select (page_count - freelist_count) * page_size as size
          from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db)
      : await sql<{
          size: string;
        }>`select sum(pg_total_relation_size(relid)) as size from pg_stat_user_tables`.execute(db);
  return Number(rows[0]?.size);
}

/** Entries as edits of 1,000 tasks leave them, the pushes of all users mixed. The oldest one has another door. */
async function plantEntries({ db, engine }: AppDatabase, userIds: readonly string[]): Promise<void> {
  const changes = JSON.stringify([
    { table: 'task', id: newId(), before: { name: 'Water the plants' }, after: { name: 'Water all plants' } },
  ]);
  const spaces = sql.join(userIds.map((id) => sql`(${spaceOf(id)})`));
  await sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${sql.lit(ENTRIES_A_USER)}),
      planted (space_id) as (values ${spaces})
    insert into history (space_id, version, step, changed_at, source, operation, row_id, changes)
    select space_id, n, 0, n, case n when 1 then 'Robot' else ${sql.lit(DEVICE)} end, 'task.edit',
      ${sql.lit('row-')} || (n % 1000), ${changes}
    from number cross join planted order by n`.execute(db);
  await (engine === 'sqlite' ? sql`pragma wal_checkpoint(truncate)` : sql`vacuum analyze`).execute(db);
}
