import { sql, type Insertable } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AlarmTable } from '#src/server/db/tables.ts';
import { purgeExpired, SLICE, startPurging } from './purge.ts';
import { purgeReceipts } from '#src/server/reminders/receipts.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);
const NOTHING = {
  rows: 0,
  mutations: 0,
  history: 0,
  sessions: 0,
  verifications: 0,
  rateLimits: 0,
  devices: 0,
  invitations: 0,
  receipts: 0,
  messages: 0,
};

describeEachEngine('the purge', (engine) => {
  let database: AppDatabase;
  beforeEach(async () => {
    database = await engine.open();
  });

  /** A user with this number of deleted tasks. Their mutations are recorded at 1000. */
  async function userWithTombstones(count: number, deletedAt: number): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const numbers = Array.from({ length: count }, (_, i) => i + 2);
    await user.push(...numbers.map((n) => addTask(n)));
    user.now = deletedAt;
    await user.push(
      ...numbers.map((n) => mutation(100_000 + n, 'task.delete', { id: sampleId('task', n), at: 0 })),
    );
    return user;
  }

  test('[W10] takes tombstones after 180 days and mutations after 90, of all users', async () => {
    const users = [
      await userWithTombstones(2, NOW - 180 * DAY - 1),
      await userWithTombstones(3, NOW - 180 * DAY),
      await userWithTombstones(1, NOW - 180 * DAY - 1),
    ];

    expect(await purgeExpired(database, NOW)).toEqual({
      ...NOTHING,
      rows: 3,
      mutations: 5 + 7 + 3,
      history: 9,
    });

    expect(await Promise.all(users.map(async (user) => (await user.pull(0)).rows.task?.length ?? 0))).toEqual(
      [0, 3, 0],
    );
    expect(await purgeExpired(database, NOW)).toEqual(NOTHING);
  });

  test('[W10] takes all that many collections owned on one day, at each level', async () => {
    const user = new ServerUser(database);
    user.now = NOW - 31 * DAY;
    for (const n of [1, 2, 3, 4, 5]) {
      const fields = { collectionId: sampleId('collection', n) };
      const ids = [10 * n, 10 * n + 1, 10 * n + 2];
      await user.push(
        addCollection(n),
        ...ids.map((id, level) =>
          addTask(id, task(id, { ...fields, parentId: level === 0 ? null : sampleId('task', id - 1) })),
        ),
        mutation(100 + n, 'collection.delete', { id: sampleId('collection', n), at: n }),
      );
    }

    await purgeExpired(database, NOW);

    const ended = (await user.pull(0)).rows.task ?? [];
    expect(ended.map(({ name, deletedAt }) => [name, deletedAt === null])).toEqual(
      Array.from({ length: 15 }, () => ['', false]),
    );
    expect(await purgeExpired(database, NOW)).toEqual(NOTHING);

    expect(await purgeExpired(database, NOW + 150 * DAY)).toMatchObject({ rows: 20 });
    expect((await user.pull(0)).rows).toEqual({});
  });

  test('keeps mutations for 90 days', async () => {
    const user = await userWithTombstones(1, 1_000);

    expect(await purgeExpired(database, 1_000 + 90 * DAY)).toEqual(NOTHING);
    expect(await purgeExpired(database, 1_001 + 90 * DAY)).toMatchObject({ mutations: 3 });
    expect(await user.outcomes()).toEqual({});
  });

  test('takes browsers whose cookie has expired, and expired invitations', async () => {
    const { db, engine: name } = database;
    const at = authInstant(name, 0);
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ada', 'Ada', 'ada@example.com', ${name === 'sqlite' ? 0 : false}, ${at}, ${at})`.execute(db);
    const devices = [NOW - 400 * DAY - 1, NOW - 400 * DAY].map((seen_at) => ({
      user_id: 'ada',
      hash: String(seen_at),
      seen_at,
    }));
    await db.insertInto('device').values(devices).execute();
    const invitations = [NOW - 1, NOW].map((expires_at) => ({
      key: String(expires_at),
      email: null,
      expires_at,
    }));
    await db.insertInto('invitation').values(invitations).execute();

    expect(await purgeExpired(database, NOW)).toEqual({ ...NOTHING, devices: 1, invitations: 1 });

    expect(await db.selectFrom('device').selectAll().execute()).toEqual([devices[1]]);
    expect(await db.selectFrom('invitation').selectAll().execute()).toEqual([invitations[1]]);
  });

  test('[N4] takes receipts of all users after 30 days, and no waiting reminder', async () => {
    const users = [await userWithTombstones(1, 1_000), await userWithTombstones(1, 1_000)];
    const alarms = users.flatMap(({ id: userId }) =>
      [
        { id: 'old', state: 'sent', due_at: NOW - 30 * DAY - 1, wake_at: null },
        { id: 'dropped', state: 'dropped', due_at: NOW - 31 * DAY, wake_at: null },
        { id: 'young', state: 'sent', due_at: NOW - 30 * DAY, wake_at: null },
        // No server was there to send this reminder.
        { id: 'late', state: 'waiting', due_at: NOW - 31 * DAY, wake_at: NOW - 31 * DAY },
        { id: 'next', state: 'waiting', due_at: NOW + DAY, wake_at: NOW + DAY },
      ].map((alarm) => ({ ...alarm, space_id: spaceOf(userId), task_id: null, lease_until: 0, tries: '[]' })),
    );
    await database.db
      .insertInto('alarm')
      .values(alarms as Insertable<AlarmTable>[])
      .execute();

    expect(await purgeExpired(database, NOW)).toMatchObject({ receipts: 4 });

    const left = await database.db.selectFrom('alarm').select(['space_id', 'id']).orderBy('id').execute();
    for (const { id: userId } of users) {
      const ids = left.filter(({ space_id }) => space_id === userId).map(({ id }) => id);
      expect(ids).toEqual(['late', 'next', 'young']);
    }
    expect(await purgeExpired(database, NOW)).toEqual(NOTHING);
  });

  test('[A5] takes messages of webhooks from before the last 30 days', async () => {
    const user = await userWithTombstones(1, NOW);
    const message = { space_id: spaceOf(user.id), hook_id: 'hook', events: '[]', tries: '[]', wake_at: null };
    await database.db
      .insertInto('hook_message')
      .values(
        [NOW - 30 * DAY - 1, NOW - 30 * DAY].map((created_at) => ({
          ...message,
          id: String(created_at),
          created_at,
          until: created_at,
          state: 'sent' as const,
        })),
      )
      .execute();

    expect(await purgeExpired(database, NOW)).toMatchObject({ messages: 1 });
    expect(await purgeExpired(database, NOW)).toMatchObject({ messages: 0 });
  });

  /** Adds receipts that are older than 30 days. */
  async function addOldReceipts(userId: string, count: number): Promise<void> {
    const settled = { task_id: null, state: 'sent' as const, wake_at: null, lease_until: 0, tries: '[]' };
    const rows = Array.from({ length: count }, (_, n) => ({
      ...settled,
      space_id: spaceOf(userId),
      id: `alarm ${n}`,
      due_at: NOW - 31 * DAY,
    }));
    for (let start = 0; start < count; start += SLICE)
      await database.db
        .insertInto('alarm')
        .values(rows.slice(start, start + SLICE))
        .execute();
  }

  test('takes many rows in several slices', async () => {
    const user = await userWithTombstones(SLICE + 1, 0);
    await addOldReceipts(user.id, 2 * SLICE + 1);
    expect(await purgeReceipts(database, spaceOf(user.id), NOW, SLICE)).toBe(SLICE);

    expect(await purgeExpired(database, NOW)).toMatchObject({
      rows: SLICE + 1,
      mutations: 2 * SLICE + 3,
      receipts: SLICE + 1,
    });
  });

  test('takes only expired sign-ins, links and rate limits', async () => {
    const { db } = database;
    const dates = (expiresAt: number) => ({
      createdAt: authInstant(engine.name, 0),
      updatedAt: authInstant(engine.name, 0),
      expiresAt: authInstant(engine.name, expiresAt),
    });
    const insert = (table: string, row: Record<string, unknown>) =>
      db
        .insertInto(table as 'session')
        .values(row as never)
        .execute();
    await insert('user', {
      id: 'ada',
      name: 'Ada',
      email: 'ada@example.com',
      emailVerified: engine.name === 'sqlite' ? 0 : false,
      createdAt: authInstant(engine.name, 0),
      updatedAt: authInstant(engine.name, 0),
    });
    for (const [id, expiresAt] of [
      ['old', NOW - 1],
      ['young', NOW],
    ] as const) {
      await insert('session', { id, token: id, userId: 'ada', ...dates(expiresAt) });
      await insert('verification', { id, identifier: id, value: id, ...dates(expiresAt) });
      await insert('rateLimit', { id, key: id, count: 1, lastRequest: expiresAt - DAY });
    }

    expect(await purgeExpired(database, NOW)).toEqual({
      ...NOTHING,
      sessions: 1,
      verifications: 1,
      rateLimits: 1,
    });

    for (const table of ['session', 'verification', 'rateLimit'] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([{ id: 'young' }]);
    }
  });

  test('runs at the start and again, never twice at once, logs what it deleted, and stops between slices', async () => {
    await userWithTombstones(1, 0);
    const told: object[] = [];
    const { promise: twice, resolve } = Promise.withResolvers<void>();
    const log = {
      info: (counts: object) => {
        told.push(counts);
        if (told.length === 2) resolve();
      },
      error: (details: object) => told.push(details),
    };
    const purging = startPurging({ database, log, now: () => NOW, everyMs: 1 });
    await twice;
    await purging.stop();
    const count = told.length;

    expect(told[0]).toEqual({ ...NOTHING, rows: 1, mutations: 3, history: 3 });
    expect(told[1]).toEqual(NOTHING);
    const user = await userWithTombstones(1, 0);
    expect((await user.pull(0)).rows.task).toHaveLength(1);
    expect(told).toHaveLength(count);
  });

  test('leaves the remaining rows when it is stopped', async () => {
    const user = await userWithTombstones(1, 0);
    await addOldReceipts(user.id, 1);
    const stopped = AbortSignal.abort();

    expect(await purgeExpired(database, NOW, stopped)).toEqual(NOTHING);
    expect((await user.pull(0)).rows.task).toEqual([task(2, { deletedAt: 0 })]);
  });

  test('a failure is logged, and the next run follows', async () => {
    await userWithTombstones(1, 0);
    const told: object[] = [];
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const log = {
      info: (counts: object) => {
        told.push(counts);
        resolve();
      },
      error: (details: object) => told.push(details),
    };
    let failures = 1;
    const failing: AppDatabase = {
      ...database,
      snapshot: (work) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : database.snapshot(work)),
    };
    const purging = startPurging({ database: failing, log, now: () => NOW, everyMs: 1 });
    await done;
    await purging.stop();

    expect(told[0]).toMatchObject({ err: { message: 'disk full' } });
    expect(told[1]).toMatchObject({ rows: 1 });
  });
});
