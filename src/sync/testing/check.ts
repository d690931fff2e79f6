import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { columnsOf, byTable, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { readCounts } from '#src/sync/server/push.ts';
import { sqlName } from '#src/sync/server/rows.ts';
import { ENTRY_BYTES } from '#src/sync/server/history/record.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import { textsOf, withDefaults } from '#src/tables/kit/row.ts';
import { bytesOf } from '#src/sync/server/stored-bytes.ts';
import type { Attempt } from './attempts.ts';
import type { HeldRows } from './held-rows.ts';
import { Model } from './model.ts';
import { naiveLists, readLists, shapesOf } from './naive-lists.ts';
import { withOtherEffect } from './releases.ts';
import { IN_STEP } from './samples.ts';
import { TODAY, type SimulatedDevice } from './simulated-device.ts';

/**
 * The results of one user: rejected mutations, purged rows, ended tasks of deleted collections, emptied texts, and
 * mutations that had another effect on the server than on their device.
 */
export interface UserReport {
  readonly rejections: number;
  readonly purged: number;
  readonly ended: number;
  readonly erased: number;
  readonly doneOtherwise: number;
  /** The changes that devices offer to send again. */
  readonly lost: number;
}

/** Checks that one user lost no change and that all devices agree. Throws on the first problem. */
export function checkUser(
  database: DatabaseSync,
  devices: readonly SimulatedDevice[],
  attempts: readonly Attempt[],
  hasOtherEffects: boolean,
  held: HeldRows,
): UserReport {
  const userId = devices[0]?.userId ?? '';
  const log = readLog(database, userId);
  const purges = readPurges(database, userId);
  const byId = new Map(attempts.map((attempt) => [attempt.mutation.id, attempt]));

  // The model replays the log, which has every accepted mutation once, in the server's order. The result must
  // equal the server's rows.
  const model = new Model();
  const asDone = (mutation: Mutation) => (hasOtherEffects ? withOtherEffect(mutation) : mutation);
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
      model.apply(asDone(attempt.mutation), created_at),
      `outcome of ${describe(attempt.mutation)}`,
    );
  }
  purgeBefore(Infinity);
  assertRows(database, userId, model, log.length);

  assertOrder(log, attempts);

  const gone = purges.filter(({ what }) => what === 'purge');
  const count = (wanted: PurgedRow['what']) => purges.filter(({ what }) => what === wanted).length;
  const outcomes = new Map(log.map((row) => [row.mutation_id, row.outcome]));
  for (const { mutation, outcome, owners, wasLost } of attempts) {
    // An attempt without an owner need not arrive: every disk with it was put back to an earlier time.
    const mustArrive = outcome === 'answered' || (outcome === 'durable' && owners.size > 0);
    assert.ok(
      !mustArrive || wasLost || outcomes.has(mutation.id),
      `${describe(mutation)} was saved, and the server never got it`,
    );
  }
  for (const device of devices) {
    const rejected = attempts.filter(
      (attempt) => attempt.owners.has(device) && outcomes.get(attempt.mutation.id),
    );
    for (const { replica } of device.running) {
      assert.ok(replica, 'a tab has not loaded');
      assertReplica(replica, model, device, rejected, attempts);
      held.assertOffered(replica, device, model, new Set(gone.map(({ id }) => id)));
      for (const { id } of gone) {
        for (const table of TABLE_NAMES) {
          // Dismissing the same wording again reuses the id.
          if (model[table].get(id)?.deletedAt === null) continue;
          assert.notEqual(
            replica.get(table, id)?.deletedAt,
            null,
            `a device still shows ${id}, which was deleted and purged`,
          );
        }
      }
    }
  }
  return {
    rejections: log.filter((row) => row.outcome !== null).length,
    purged: gone.length,
    ended: count('end'),
    erased: count('erase'),
    doneOtherwise: log.filter(({ mutation_id, outcome }) => {
      const mutation = byId.get(mutation_id)?.mutation;
      return outcome === null && mutation && asDone(mutation) !== mutation;
    }).length,
    lost: devices.flatMap(
      ({ running }) => running[0]?.replica?.rejections().filter(({ setBack }) => setBack) ?? [],
    ).length,
  };
}

/** The stored changes of one tab reach the server in the order that the user made them (sync rule W4). */
function assertOrder(log: readonly LogRow[], attempts: readonly Attempt[]): void {
  const places = new Map(log.map((row, place) => [row.mutation_id, place]));
  // A copy of the device may send a lost change again.
  const kept = attempts.filter(({ outcome, wasLost }) => outcome !== 'failed' && !wasLost);
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
  rejected: readonly Attempt[],
  attempts: readonly Attempt[],
): void {
  // The status reports a failed storage until a change can be stored again.
  assert.deepEqual({ ...replica.status(), storage: 'kept' }, IN_STEP);
  for (const table of TABLE_NAMES)
    for (const [id, row] of model[table]) assertRow(table, replica.get(table, id), row);
  const live = [...model.collection.values()].filter((collection) => collection.deletedAt === null);
  assert.deepEqual(
    replica.lists.collections.all(),
    live.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)),
  );
  const placed = model.liveTasks.map((task) => model.placed(task));
  const lists = naiveLists(placed, TODAY, [...model.collection.keys()]);
  assert.deepEqual(readLists(replica.lists, lists.keys()), shapesOf(lists));

  const listed = new Set(replica.rejections().map((rejection) => rejection.mutation.id));
  for (const { mutation, settledOn, outcome, tab, wasLost } of rejected) {
    // A tab in memory takes its changes and their results along when it closes. A server that was set back may decide
    // otherwise, and tells only one device.
    const isKept = outcome === 'durable' || !tab.workedInMemory;
    assert.ok(
      settledOn.has(device) || listed.has(mutation.id) || wasLost || !isKept,
      `the author does not know that ${describe(mutation)} was rejected`,
    );
    listed.delete(mutation.id);
  }
  // A rejection need not come again when its change was lost afterwards. Lost changes are listed as set back.
  for (const { mutation, wasLost } of attempts) if (wasLost) listed.delete(mutation.id);
  for (const { mutation, setBack } of replica.rejections()) if (setBack) listed.delete(mutation.id);
  assert.equal(listed.size, 0, 'a device lists a rejection that is not its own');
}

/** A device may keep the texts of a row that the server has emptied. */
function assertRow(table: TableName, shown: AnyRow | undefined, row: AnyRow): void {
  const gone = textsOf(table).filter((column) => (row[column] ?? '') === '');
  const texts = Object.fromEntries(gone.map((column) => [column, row[column]]));
  if (row['name'] === '' || row['wording'] === '') assert.deepEqual(shown && { ...shown, ...texts }, row);
  else assert.deepEqual(shown, row);
}

interface LogRow {
  readonly mutation_id: string;
  readonly outcome: string | null;
  readonly version: number;
  readonly created_at: number;
}

/** The mutations that the server recorded, in the order of applying them. */
function readLog(database: DatabaseSync, userId: string): LogRow[] {
  return query(
    database,
    'select mutation_id, outcome, version, created_at from mutation where space_id = ? order by version, rowid',
    userId,
  ) as unknown as LogRow[];
}

interface PurgedRow {
  readonly id: string;
  readonly version: number;
  readonly what: 'purge' | 'end' | 'erase';
  readonly before: number;
}

/** The purges of rows in order, each with the user's version at that time and its time limit. */
function readPurges(database: DatabaseSync, userId: string): PurgedRow[] {
  const sql = 'select id, version, what, before from purged where space_id = ? order by rowid';
  return query(database, sql, userId) as unknown as PurgedRow[];
}

function readRows(database: DatabaseSync, userId: string): Readonly<Record<TableName, AnyRow[]>> {
  return byTable((table) =>
    query(database, `select * from ${table} where space_id = ?`, userId).map(
      (row) =>
        Object.fromEntries(columnsOf(table).map(([name]) => [name, row[sqlName(name)]])) as unknown as AnyRow,
    ),
  );
}

function assertRows(database: DatabaseSync, userId: string, model: Model, outcomes: number): void {
  const rows = readRows(database, userId);
  for (const table of TABLE_NAMES)
    assert.deepEqual(new Map(rows[table].map((row) => [row.id, row])), model[table]);
  const sql = 'select live_counts, stored_bytes, outcome_count, history_bytes from space where space_id = ?';
  const [space] = query(database, sql, userId);
  assert.deepEqual(readCounts(String(space?.['live_counts'] ?? '{}')), model.counts, 'the counts of rows');
  const bytes = TABLE_NAMES.flatMap((table) => rows[table].map((row) => bytesOf(table, row)));
  assert.equal(space?.['stored_bytes'] ?? 0, bytes.reduce((sum, of) => sum + of, 0), 'the count of bytes'); // prettier-ignore
  assert.equal(space?.['outcome_count'] ?? 0, outcomes, 'the count of outcomes');
  const texts = query(
    database,
    'select changes from history where space_id = ? order by version, step',
    userId,
  ).map(({ changes }) => String(changes));
  const historyBytes = texts.reduce((sum, text) => sum + ENTRY_BYTES + Buffer.byteLength(text), 0);
  assert.equal(space?.['history_bytes'] ?? 0, historyBytes, 'the bytes of the history');
  assertHistory(
    texts.flatMap((text) => JSON.parse(text) as RowHistory[]),
    rows,
  );
}

/** The history leads to the rows that are there (rule H1), but for items of proposals. Purges delete rows without an entry. */
function assertHistory(
  history: readonly RowHistory[],
  rows: Readonly<Record<TableName, readonly AnyRow[]>>,
): void {
  const told = new Map<string, Partial<AnyRow>>();
  for (const { table, id, before, after } of history)
    told.set(`${table}:${id}`, before === null ? after : { ...told.get(`${table}:${id}`), ...after });
  for (const table of TABLE_NAMES)
    for (const { id, updatedAt: _, items: _items, ...row } of rows[table]) {
      if (row.deletedAt !== null) continue;
      const expected = { ...withDefaults(table, {}), ...told.get(`${table}:${id}`) } as Partial<AnyRow>;
      for (const name of Object.keys(row))
        assert.equal(expected[name] ?? null, row[name], `${table}.${name} in the history`);
    }
}

function query(database: DatabaseSync, sql: string, userId: string) {
  return database.prepare(sql).all(userId);
}

function describe(mutation: Mutation): string {
  return `${mutation.name} ${mutation.id}`;
}
