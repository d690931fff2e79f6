import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '#src/domain/collection.ts';
import type { AnyRow, TableName } from '#src/domain/schema/index.ts';
import type { Setting } from '#src/domain/setting.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { readCounts } from '#src/sync/server/push.ts';
import { bytesOf } from '#src/sync/server/stored-bytes.ts';
import type { Attempt } from './attempts.ts';
import { Model } from './model.ts';
import { naiveLists, readLists, shapeOf } from './naive-lists.ts';
import { IN_STEP } from './samples.ts';
import { TODAY, type SimulatedDevice } from './simulated-device.ts';

const A_SETTING = { name: 'setting.set', args: { id: 'theme', value: 'dark', at: 0 } } as const;

/** How many mutations of a user were refused, rows purged, tasks of a deleted collection made tombstones, and texts emptied. */
export interface UserReport {
  readonly rejections: number;
  readonly purged: number;
  readonly ended: number;
  readonly erased: number;
}

/** Checks that one user lost nothing and that all devices agree. Throws what is wrong. */
export function checkUser(
  database: DatabaseSync,
  devices: readonly SimulatedDevice[],
  attempts: readonly Attempt[],
): UserReport {
  const userId = devices[0]?.userId ?? '';
  const log = readLog(database, userId);
  const purges = readPurges(database, userId);
  const byId = new Map(attempts.map((attempt) => [attempt.mutation.id, attempt]));

  // Every accepted mutation once, in the server's order, and nothing else: replayed by the model, they give its rows.
  const model = new Model();
  const waiting = [...purges];
  const purgeBefore = (version: number) => {
    for (let next = waiting[0]; next && next.version < version; next = waiting[0]) {
      model[next.what](next.id, next.before);
      waiting.shift();
    }
  };
  for (const { mutation_id, outcome, version, created_at } of log) {
    purgeBefore(version);
    const attempt = byId.get(mutation_id);
    assert.ok(attempt, `the server knows ${mutation_id}, which nobody made`);
    const wasStored = devices.some(({ disk }) => disk.everStored.has(mutation_id));
    assert.ok(
      wasStored || attempt.tab.workedInMemory,
      `${describe(attempt.mutation)} was sent, and no device had stored it`,
    );
    assert.equal(
      outcome,
      model.apply(attempt.mutation, created_at),
      `outcome of ${describe(attempt.mutation)}`,
    );
  }
  purgeBefore(Infinity);
  const rows = readRows(database, userId);
  assertRows(rows, model);
  assert.equal(rows.counts?.['outcome_count'] ?? 0, log.length, 'the count of outcomes');

  assertOrder(log, attempts);

  const gone = purges.filter(({ what }) => what === 'purge');
  const count = (wanted: PurgedRow['what']) => purges.filter(({ what }) => what === wanted).length;
  const outcomes = new Map(log.map((row) => [row.mutation_id, row.outcome]));
  for (const { mutation, outcome, owners } of attempts) {
    // Where none is left that has to account for it, the disk was put back to a time before it.
    const mustArrive = outcome === 'answered' || (outcome === 'durable' && owners.size > 0);
    assert.ok(
      !mustArrive || outcomes.has(mutation.id),
      `${describe(mutation)} was saved, and the server never got it`,
    );
  }
  for (const device of devices) {
    const refused = attempts.filter(
      (attempt) => attempt.owners.has(device) && outcomes.get(attempt.mutation.id),
    );
    for (const { replica } of device.running) {
      assert.ok(replica, 'a tab has not loaded');
      assertReplica(replica, model, device, refused);
      for (const { id } of gone) {
        const row = replica.task(id) ?? replica.collection(id);
        assert.notEqual(row?.deletedAt, null, `a device still shows ${id}, which was deleted and purged`);
      }
    }
  }
  return {
    rejections: log.filter((row) => row.outcome !== null).length,
    purged: gone.length,
    ended: count('end'),
    erased: count('erase'),
  };
}

/** What a user did in one tab, and it kept, reaches the server in the order in which it was done (sync rule W4). */
function assertOrder(log: readonly LogRow[], attempts: readonly Attempt[]): void {
  const places = new Map(log.map((row, place) => [row.mutation_id, place]));
  const kept = attempts.filter(({ outcome }) => outcome !== 'failed');
  for (const ofTab of Map.groupBy(kept, (attempt) => attempt.tab).values()) {
    const order = ofTab.flatMap(({ mutation }) => places.get(mutation.id) ?? []);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
      "the server got one tab's mutations out of order",
    );
  }
}

function assertReplica(
  replica: Replica,
  model: Model,
  device: SimulatedDevice,
  refused: readonly Attempt[],
): void {
  // A failure of the storage is shown until a change could be stored again.
  assert.deepEqual({ ...replica.status(), storage: 'kept' }, IN_STEP);
  for (const task of model.tasks.values()) assertRow(replica.task(task.id), task);
  for (const collection of model.collections.values())
    assertRow(replica.collection(collection.id), collection);
  // Beside a tab of an older app, which may lead, settings are not told of.
  if (device.running.every(({ release }) => !release.lacks(A_SETTING)))
    for (const setting of model.settings.values()) assert.deepEqual(replica.setting(setting.id), setting);

  const live = [...model.collections.values()].filter((collection) => collection.deletedAt === null);
  assert.deepEqual(
    replica.collections(),
    live.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)),
  );
  const ids = [...model.collections.keys()];
  const lists = [...naiveLists(model.liveTasks, TODAY, ids)];
  assert.deepEqual(
    readLists(replica.lists, ids),
    new Map(lists.map(([name, tasks]) => [name, shapeOf(name, tasks)])),
  );

  const listed = new Set(replica.rejections().map((rejection) => rejection.mutation.id));
  for (const { mutation, settledOn, outcome, tab } of refused) {
    // What a tab did in memory goes with it, and so does what became of that.
    const isKept = outcome === 'durable' || !tab.workedInMemory;
    assert.ok(
      settledOn.has(device) || listed.has(mutation.id) || !isKept,
      `the author does not know that ${describe(mutation)} was refused`,
    );
    listed.delete(mutation.id);
  }
  assert.equal(listed.size, 0, 'a device lists a rejection that is not its own');
}

/** A device may keep the texts of a row that are gone on the server. */
function assertRow<Row extends Task | Collection>(shown: Row | undefined, row: Row): void {
  const texts = 'description' in row ? { name: '', description: '' } : { name: '' };
  if (row.name === '') assert.deepEqual(shown && { ...shown, ...texts }, row);
  else assert.deepEqual(shown, row);
}

interface LogRow {
  readonly mutation_id: string;
  readonly outcome: string | null;
  readonly version: number;
  readonly created_at: number;
}

/** What the server recorded, in the order in which it was applied. */
function readLog(database: DatabaseSync, userId: string): LogRow[] {
  return query(
    database,
    'select mutation_id, outcome, version, created_at from mutation where user_id = ? order by version, rowid',
    userId,
  ) as unknown as LogRow[];
}

interface PurgedRow {
  readonly id: string;
  readonly version: number;
  readonly what: 'purge' | 'end' | 'erase';
  readonly before: number;
}

/** What purges did to which rows, in that order, each with the user's version at that time, and the age it had to have. */
function readPurges(database: DatabaseSync, userId: string): PurgedRow[] {
  const sql = 'select id, version, what, before from purged where user_id = ? order by rowid';
  return query(database, sql, userId) as unknown as PurgedRow[];
}

function readRows(database: DatabaseSync, userId: string) {
  const collections = query(database, 'select * from collection where user_id = ?', userId).map((row) => ({
    id: row['id'],
    name: row['name'],
    color: row['color'],
    position: row['position'],
    createdAt: row['created_at'],
    deletedAt: row['deleted_at'],
  }));
  const tasks = query(database, 'select * from task where user_id = ?', userId).map((row) => ({
    id: row['id'],
    name: row['name'],
    description: row['description'],
    date: row['date'],
    collectionId: row['collection_id'],
    priority: row['priority'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    completedAt: row['completed_at'],
    deletedAt: row['deleted_at'],
  }));
  const settings = query(database, 'select * from setting where user_id = ?', userId).map((row) => ({
    id: row['id'],
    value: row['value'],
    updatedAt: row['updated_at'],
    deletedAt: row['deleted_at'],
  }));
  const counts = query(
    database,
    'select row_counts, stored_bytes, outcome_count from space where user_id = ?',
    userId,
  )[0];
  return {
    collections: collections as Collection[],
    tasks: tasks as Task[],
    settings: settings as Setting[],
    counts,
  };
}

function assertRows(
  { collections, tasks, settings, counts }: ReturnType<typeof readRows>,
  model: Model,
): void {
  const byId = <Row extends { id: string }>(rows: Iterable<Row>) =>
    new Map([...rows].map((row) => [row.id, row]));
  assert.deepEqual(byId(collections), byId(model.collections.values()));
  assert.deepEqual(byId(tasks), byId(model.tasks.values()));
  assert.deepEqual(byId(settings), model.settings);
  const live = readCounts(String(counts?.['row_counts'] ?? '{}'));
  assert.equal(live.task, model.liveTasks.length, 'the count of tasks');
  const collectionCount = [...model.collections.values()].filter((row) => row.deletedAt === null).length;
  assert.equal(live.collection, collectionCount, 'the count of collections');
  assert.equal(live.setting, model.settings.size, 'the count of settings');
  const bytesIn = (table: TableName, rows: readonly AnyRow[]) =>
    rows.reduce((sum, row) => sum + bytesOf(table, row), 0);
  const bytes = bytesIn('task', tasks) + bytesIn('collection', collections) + bytesIn('setting', settings);
  assert.equal(counts?.['stored_bytes'] ?? 0, bytes, 'the count of bytes');
}

function query(database: DatabaseSync, sql: string, userId: string) {
  return database.prepare(sql).all(userId);
}

function describe(mutation: Mutation): string {
  return `${mutation.name} ${mutation.id}`;
}
