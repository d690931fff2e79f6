import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Attempt } from './attempts.ts';
import { Model } from './model.ts';
import { naiveLists, readLists, shapeOf } from './naive-lists.ts';
import { IN_STEP } from './samples.ts';
import { TODAY, type SimulatedDevice } from './simulated-device.ts';

/** How many mutations of a user were refused, and how many rows purged. */
export interface UserReport {
  readonly rejections: number;
  readonly purged: number;
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
    while (waiting[0] && waiting[0].version < version) model.purge(waiting.shift()?.id ?? '');
  };
  for (const { mutation_id, outcome, version } of log) {
    purgeBefore(version);
    const attempt = byId.get(mutation_id);
    assert.ok(attempt, `the server knows ${mutation_id}, which nobody made`);
    const wasStored = devices.some(({ disk }) => disk.everStored.has(mutation_id));
    assert.ok(
      wasStored || attempt.tab.workedInMemory,
      `${describe(attempt.mutation)} was sent, and no device had stored it`,
    );
    assert.equal(outcome, model.apply(attempt.mutation), `outcome of ${describe(attempt.mutation)}`);
  }
  purgeBefore(Infinity);
  assertRows(readRows(database, userId), model);

  assertOrder(log, attempts);

  const outcomes = new Map(log.map((row) => [row.mutation_id, row.outcome]));
  for (const { mutation, outcome, owners } of attempts) {
    // Where none is left that has to account for it, the disk was put back to a time before it.
    const mustArrive = outcome === 'durable' && owners.size > 0;
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
      for (const { id } of purges) {
        const row = replica.task(id) ?? replica.collection(id);
        assert.notEqual(row?.deletedAt, null, `a device still shows ${id}, which was deleted and purged`);
      }
    }
  }
  return { rejections: log.filter((row) => row.outcome !== null).length, purged: purges.length };
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
  for (const task of model.tasks.values()) assert.deepEqual(replica.task(task.id), task);
  for (const collection of model.collections.values())
    assert.deepEqual(replica.collection(collection.id), collection);

  const live = [...model.collections.values()].filter((collection) => collection.deletedAt === null);
  assert.deepEqual(
    replica.collections(),
    live.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)),
  );
  const ids = [...model.collections.keys()];
  const lists = [...naiveLists(model.tasks.values(), TODAY, ids)];
  assert.deepEqual(
    readLists(replica.lists, ids),
    new Map(lists.map(([name, tasks]) => [name, shapeOf(name, tasks)])),
  );

  const listed = new Set(replica.rejections().map((rejection) => rejection.mutation.id));
  for (const { mutation, settledOn, outcome } of refused) {
    assert.ok(
      settledOn.has(device) || listed.has(mutation.id) || outcome === 'memory',
      `the author does not know that ${describe(mutation)} was refused`,
    );
    listed.delete(mutation.id);
  }
  assert.equal(listed.size, 0, 'a device lists a rejection that is not its own');
}

interface LogRow {
  readonly mutation_id: string;
  readonly outcome: string | null;
  readonly version: number;
}

/** What the server recorded, in the order in which it was applied. */
function readLog(database: DatabaseSync, userId: string): LogRow[] {
  return query(
    database,
    'select mutation_id, outcome, version from mutation where user_id = ? order by version, rowid',
    userId,
  ) as unknown as LogRow[];
}

/** The rows that were purged, in that order, each with the user's version at that time. */
function readPurges(
  database: DatabaseSync,
  userId: string,
): { readonly id: string; readonly version: number }[] {
  const sql = 'select id, version from purged where user_id = ? order by rowid';
  return query(database, sql, userId) as unknown as { id: string; version: number }[];
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
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    completedAt: row['completed_at'],
    deletedAt: row['deleted_at'],
  }));
  const counts = query(
    database,
    'select task_count, collection_count from space where user_id = ?',
    userId,
  )[0];
  return { collections: collections as Collection[], tasks: tasks as Task[], counts };
}

function assertRows({ collections, tasks, counts }: ReturnType<typeof readRows>, model: Model): void {
  const byId = <Row extends { id: string }>(rows: Iterable<Row>) =>
    new Map([...rows].map((row) => [row.id, row]));
  assert.deepEqual(byId(collections), byId(model.collections.values()));
  assert.deepEqual(byId(tasks), byId(model.tasks.values()));
  const live = (rows: Iterable<{ deletedAt: number | null }>) =>
    [...rows].filter((row) => row.deletedAt === null).length;
  assert.equal(counts?.['task_count'] ?? 0, live(model.tasks.values()), 'the count of tasks');
  assert.equal(
    counts?.['collection_count'] ?? 0,
    live(model.collections.values()),
    'the count of collections',
  );
}

function query(database: DatabaseSync, sql: string, userId: string) {
  return database.prepare(sql).all(userId);
}

function describe(mutation: Mutation): string {
  return `${mutation.name} ${mutation.id}`;
}
