import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { RemindingServer, type RemindedUser } from '#src/server/reminders/testing/reminded-user.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

const SENT = { failure: null, retryAfterMs: null } as const;

describeEachEngine('the looks of the dispatcher', (engine) => {
  const databases: AppDatabase[] = [];
  let database: AppDatabase;
  let statements: string[];
  let failures: number;
  beforeEach(async () => {
    [statements, failures] = [[], 0];
    database = openDatabase({
      ...(await engine.create()),
      onStatement: (text, _ms, hasFailed) => {
        statements.push(text);
        if (hasFailed) failures += 1;
      },
    });
    databases.push(database);
    await migrate(database.db, database.engine);
  });
  afterAll(async () => {
    for (const each of databases) await each.close();
  });

  /** The real clock, which the dispatcher sleeps by. */
  const realClock = () => Object.defineProperty({ now: 0 }, 'now', { get: Date.now });

  /** Adds a task with reminders at those instants. */
  async function remindAt(user: RemindedUser, ...instants: number[]): Promise<void> {
    // The task is a minute old: no instant lies before it, even when writing takes long.
    const [collectionId, taskId, at] = [newId(), newId(), Date.now() - 60_000];
    await user.do(
      { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at } },
      {
        name: 'task.add',
        args: { id: taskId, name: 'Water', description: '', date: null, collectionId, at },
      },
      ...instants.map((remindAt) => ({
        name: 'reminder.add' as const,
        args: { id: newId(), taskId, remindAt, at },
      })),
    );
  }

  /** Like a node of the database that is away: no statement finds the alarms. */
  const takeAway = () => sql`alter table alarm rename to alarm_away`.execute(database.db);
  const bringBack = () => sql`alter table alarm_away rename to alarm`.execute(database.db);

  test('[N2] one look finds all alarms of the next half minute, and none of them needs another look', async () => {
    const sent: string[] = [];
    const server = new RemindingServer(database, realClock(), {
      send: async (_way, userId) => {
        sent.push(userId);
        return SENT;
      },
    });
    const users = await Promise.all(Array.from({ length: 5 }, () => server.user()));
    const first = Date.now() + 1_000;
    for (const [place, user] of users.entries())
      await remindAt(user, first + place * 100, first + 1_000 + place * 100);
    statements.length = 0;
    server.dispatcher.start();
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(10);
    await server.dispatcher.stop();
    const ofAll = statements.filter((text) => /\balarm\b/.test(text) && !text.includes('space_id" ='));
    expect(ofAll).toHaveLength(1);
    expect(ofAll[0]).toMatch(/^select .* "wake_at" <= /);
  });

  test('[N2] reminders of a change are sent in time, also later ones that it did not announce', async () => {
    const sent: number[] = [];
    const server = new RemindingServer(database, realClock(), {
      send: async (_way, _userId, { timestamp }) => {
        sent.push(timestamp);
        return SENT;
      },
    });
    const user = await server.user();
    server.dispatcher.start();
    await expect.poll(() => statements.some((text) => text.includes('"wake_at" <='))).toBe(true);
    const first = Date.now() + 500;
    await remindAt(user, first, first + 500, first + 1_000);
    server.dispatcher.expect(spaceOf(user.id), first);
    await expect.poll(() => sent, { timeout: 20_000 }).toEqual([first, first + 500, first + 1_000]);
    await server.dispatcher.stop();
  });

  test('[N2] a failed look is repeated soon, and not half a minute later', async () => {
    const sent: string[] = [];
    const server = new RemindingServer(database, realClock(), {
      send: async (_way, userId) => {
        sent.push(userId);
        return SENT;
      },
    });
    const user = await server.user();
    await remindAt(user, Date.now() + 10);
    await takeAway();
    server.dispatcher.start();
    await expect.poll(() => server.errors.length, { timeout: 20_000 }).toBe(2);
    await bringBack();
    await expect.poll(() => sent, { timeout: 20_000 }).toEqual([user.id]);
    await server.dispatcher.stop();
  });

  test('[N2] a reminder that was sent while the database went away is not sent again when it is back', async () => {
    const clock = { now: Date.now() };
    let sent = 0;
    const server = new RemindingServer(database, clock, {
      send: async () => {
        sent += 1;
        await takeAway();
        failures = 0;
        return SENT;
      },
    });
    const user = await server.user();
    await remindAt(user, clock.now + 1_000);
    clock.now += 1_000;
    const round = server.dispatcher.round();
    await expect.poll(() => sent && failures, { timeout: 20_000 }).toBeGreaterThan(0);
    await bringBack();
    await round;
    clock.now += 3_600_000;
    await server.dispatcher.round();
    expect(sent).toBe(1);
    expect(await user.receipts()).toMatchObject([{ state: 'sent', tries: [{ failure: null }] }]);
  });
});
