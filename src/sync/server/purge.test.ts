import { beforeAll, expect, test } from 'vitest';
import { type SpaceId, spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  addCollection,
  addTask,
  addTasks,
  mutation,
  PROPOSAL,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { VERSION_ROWS } from './pull.ts';
import { purge } from './purge.ts';
import { findPurgeable } from './purgeable.ts';

/** The fields of an empty patch. */
const NOTHING = { type: 'patch', rows: {}, changes: {}, outcomes: [], rest: null };

describeEachEngine('purge', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const deleteTask = (user: ServerUser, n: number, now: number, at = now) => {
    user.now = now;
    return user.push(mutation(100 + n, 'task.delete', { id: sampleId('task', n), at }));
  };
  const deleteCollection = (user: ServerUser, n: number, now: number, at = now) => {
    user.now = now;
    return user.push(mutation(200 + n, 'collection.delete', { id: sampleId('collection', n), at }));
  };

  const purgeOf = (
    user: ServerUser,
    deletedBefore: number,
    { limit = 100, endedBefore = deletedBefore, recordedBefore = 0, changedBefore = 0 } = {},
  ) =>
    database.transact((tx) =>
      purge(tx, spaceOf(user.id), { endedBefore, deletedBefore, recordedBefore, changedBefore }, limit),
    );

  /** Version 1: collection 1. Version 2: tasks 2 to 4. Version 3: task 2 deleted at 20. Version 4: task 3 deleted at 30. */
  async function userWithTombstones(): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await user.push(addTask(2), addTask(3), addTask(4));
    await deleteTask(user, 2, 20);
    await deleteTask(user, 3, 30);
    return user;
  }

  test('[W10] [H3] a proposal that expired long ago is deleted for good, with the texts of other rows in its items', async () => {
    const user = new ServerUser(database);
    const [old, open] = [sampleId('proposal', 1), sampleId('proposal', 2)];
    const add = (n: number, id: string, expiresAt: number) =>
      mutation(n, 'proposal.add', { ...PROPOSAL, id, items: '["Call the clinic"]', expiresAt, at: n });
    await user.push(add(1, old, 50), add(2, open, 51));
    const dueAt = async (endedBefore: number) => {
      const expiry = { endedBefore, deletedBefore: 0, recordedBefore: 0, changedBefore: 0 };
      const spaces = await database.snapshot((tx) => findPurgeable(tx, expiry, '' as SpaceId, 1_000));
      return spaces.find(({ spaceId }) => spaceId === spaceOf(user.id))?.isDue;
    };
    expect([await dueAt(50), await dueAt(51)]).toEqual([false, true]);
    expect(await purgeOf(user, 0, { endedBefore: 50 })).toMatchObject({ ended: 0, erased: 0 });

    expect(await purgeOf(user, 0, { endedBefore: 51 })).toMatchObject({ ended: 1, erased: 1, rows: 0 });
    expect(await dueAt(51)).toBe(false);

    const { proposal: told = [] } = (await user.pull(1)).rows;
    expect(told).toEqual([
      expect.objectContaining({ id: old, name: '', items: '', reason: '', deletedAt: 50 }),
    ]);
    const [row, count] = await database.snapshot(async (tx) => [
      await tx.selectFrom('history').select('changes').where('space_id', '=', spaceOf(user.id)).execute(),
      (
        await tx.selectFrom('space').select('live_counts').where('space_id', '=', spaceOf(user.id)).execute()
      )[0],
    ]);
    expect(row.filter(({ changes }) => changes.includes(PROPOSAL.reason))).toHaveLength(1);
    expect(JSON.parse(String(count?.live_counts))).toMatchObject({ proposal: 1 });
  });

  test('[W10] deletes tombstones from before an instant, and no other row', async () => {
    const user = await userWithTombstones();

    expect(await purgeOf(user, 30)).toMatchObject({ rows: 1, mutations: 0 });

    const { task: tasks = [] } = (await user.pull(0)).rows;
    expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(3, { deletedAt: 30 }),
      task(4),
    ]);
    expect(await user.space()).toEqual({ version: 4, tasks: 1, collections: 1 });
    expect(await purgeOf(user, 30)).toMatchObject({ rows: 0, mutations: 0 });
  });

  test("[W10] counts the age of a deletion by the server's clock, also when the device's clock is far off", async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addCollection(10), addTask(2), addTask(3), addTask(4));
    await deleteTask(user, 2, 20, 0);
    await deleteTask(user, 3, 20, 1e12);
    await deleteCollection(user, 1, 20, 0);
    await deleteCollection(user, 10, 20, 1e12);

    expect(await purgeOf(user, 20)).toMatchObject({ rows: 0 });

    const back = [2, 3].map((n) =>
      mutation(300 + n, 'task.restore', {
        id: sampleId('task', n),
        collectionId: sampleId('collection', 1),
        at: 9,
      }),
    );
    const restored = mutation(301, 'collection.restore', { id: sampleId('collection', 1), at: 9 });
    const { outcomes } = await user.push(restored, ...back);
    expect(outcomes.map(({ rejection }) => rejection)).toEqual([null, null, null]);
    expect(await purgeOf(user, 21)).toMatchObject({ rows: 1 });

    // A second deletion has its own age.
    await deleteTask(user, 4, 30, 0);
    await user.push(
      mutation(304, 'task.restore', {
        id: sampleId('task', 4),
        collectionId: sampleId('collection', 1),
        at: 9,
      }),
    );
    user.now = 40;
    await user.push(mutation(305, 'task.delete', { id: sampleId('task', 4), at: 0 }));
    expect(await purgeOf(user, 40)).toMatchObject({ rows: 0 });
    expect(await purgeOf(user, 41)).toMatchObject({ rows: 1 });
  });

  test('[W10] makes a device behind the newest purged version load anew, and no other', async () => {
    const user = await userWithTombstones();
    await purgeOf(user, 30);

    expect(await user.pull(2)).toMatchObject({ from: 0, to: 4, rest: null });
    expect(await user.pull(3)).toMatchObject({ from: 3, to: 4, rows: { task: [{ deletedAt: 30 }] } });
  });

  test('[W10] lets a load go on that began after the deletion, and begin anew when it began before', async () => {
    const user = await userWithTombstones();
    await purgeOf(user, 30);

    expect(await user.pull(2, { loadedAt: 3 })).toMatchObject({ from: 2, to: 4 });
    expect(await user.pull(1, { loadedAt: 2 })).toMatchObject({ from: 0, to: 4 });
  });

  test('[W10] never lowers the purged version', async () => {
    const user = await userWithTombstones();
    await user.push(addTask(5));
    await deleteTask(user, 5, 5);
    await purgeOf(user, 10);
    await purgeOf(user, 100);

    expect(await user.pull(5)).toMatchObject({ from: 0, to: 6 });
    expect(await user.pull(6)).toMatchObject({ from: 6, to: 6 });
  });

  test('[W10] keeps a deleted collection while a task names it', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    await user.push(mutation(4, 'task.complete', { id: sampleId('task', 2), at: 4 }));
    await deleteCollection(user, 1, 10);
    // The task's tombstone is younger than the collection's.
    await deleteTask(user, 2, 50);

    expect(await purgeOf(user, 20)).toMatchObject({ rows: 1 });
    expect((await user.pull(0)).rows.collection).toMatchObject([{ deletedAt: 10 }]);

    expect(await purgeOf(user, 60)).toMatchObject({ rows: 2 });
    expect(await user.pull(0)).toEqual({ ...NOTHING, from: 0, to: 5 });
  });

  test('[W10] ends the active tasks of a collection some time after its deletion and tells devices, and the collection may come back without them', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3), ...addTasks(VERSION_ROWS, 10));
    await user.push(mutation(4, 'task.complete', { id: sampleId('task', 2), at: 4 }));
    await deleteCollection(user, 1, 10, 7);
    const device = await user.pull(0);

    expect(await purgeOf(user, 0, { endedBefore: 10 })).toMatchObject({ ended: 0 });
    expect(await purgeOf(user, 0, { endedBefore: 11, limit: VERSION_ROWS })).toMatchObject({
      ended: VERSION_ROWS,
    });
    expect(await purgeOf(user, 0, { endedBefore: 11 })).toMatchObject({ ended: 1 });
    expect(await purgeOf(user, 0, { endedBefore: 11 })).toMatchObject({ ended: 0 });
    const { from, to, rows } = await user.pull(device.to);
    expect([from, to]).toEqual([device.to, device.to + 2]);
    expect(rows.task?.map(({ deletedAt }) => deletedAt)).toEqual(
      Array.from({ length: VERSION_ROWS + 1 }, () => 7),
    );

    await user.push(mutation(6, 'collection.restore', { id: sampleId('collection', 1), at: 8 }));
    expect(await user.space()).toMatchObject({ tasks: 1, collections: 1 });
    // The ended tasks are as old as the deletion of the collection.
    expect(await purgeOf(user, 11)).toMatchObject({ rows: VERSION_ROWS + 1 });
    expect((await user.pull(device.to + 2)).from).toBe(device.to + 2);
  });

  test('[W10] ends rows of many owners at once, up to a limit, each as old as the deletion of its owner', async () => {
    const user = new ServerUser(database);
    for (const n of [1, 2, 3, 4, 5]) {
      const inIt = [2 * n, 2 * n + 1].map((of) =>
        addTask(10 + of, task(10 + of, { collectionId: sampleId('collection', n) })),
      );
      await user.push(addCollection(n), ...inIt);
      await deleteCollection(user, n, 10 + n, 100 + n);
    }
    const end = (limit: number) => purgeOf(user, 0, { endedBefore: 20, limit });

    expect([await end(6), await end(6), await end(6)]).toMatchObject([
      { ended: 6 },
      { ended: 4 },
      { ended: 0 },
    ]);

    const { task: tasks = [], collection: collections = [] } = (await user.pull(0)).rows;
    const deletions = new Map(collections.map(({ id, deletedAt }) => [id, deletedAt]));
    expect(tasks.map(({ deletedAt }) => deletedAt)).toEqual(
      tasks.map(({ collectionId }) => deletions.get(collectionId)),
    );
    const since = await database.db
      .selectFrom('task')
      .select('tombstone_since')
      .where('space_id', '=', spaceOf(user.id))
      .orderBy('id')
      .execute();
    expect(since.map(({ tombstone_since }) => tombstone_since)).toEqual([
      11, 11, 12, 12, 13, 13, 14, 14, 15, 15,
    ]);
  });

  test('[W10] deletes a limited number of rows of a kind at a time', async () => {
    const user = await userWithTombstones();

    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ rows: 1 });
    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ rows: 1 });
    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ rows: 0 });
  });

  test('[W5] deletes outcomes by the time of their recording, and a younger mutation is still known', async () => {
    const user = new ServerUser(database);
    user.now = 1_000;
    await user.push(addCollection(1), addTask(2), addTask(3));
    user.now = 1_001;
    await user.push(addTask(4));

    expect(await purgeOf(user, 0, { recordedBefore: 1_000 })).toMatchObject({ mutations: 0 });
    expect(await purgeOf(user, 0, { recordedBefore: 1_001, limit: 2 })).toMatchObject({ mutations: 2 });
    expect(await purgeOf(user, 0, { recordedBefore: 1_001, limit: 2 })).toMatchObject({ mutations: 1 });
    expect(Object.keys(await user.outcomes())).toHaveLength(1);
  });

  test('[W10] keeps the purged version in step with the rows while pushes go on', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const numbers = Array.from({ length: 10 }, (_, i) => i + 2);
    await Promise.all(
      numbers.map(async (n) => {
        await user.push(addTask(n));
        await Promise.all([deleteTask(user, n, n), purgeOf(user, 100)]);
      }),
    );
    await purgeOf(user, 100);

    expect(await user.pull(20)).toMatchObject({ from: 0 });
    expect((await user.pull(20)).rows.task).toBeUndefined();
    expect(await user.pull(21)).toMatchObject({ from: 21, to: 21 });
    expect(await user.space()).toMatchObject({ version: 21, tasks: 0 });
  });

  test('leaves the rows of other users alone', async () => {
    const [ada, bob] = [await userWithTombstones(), await userWithTombstones()];

    await purgeOf(ada, 100);

    expect((await bob.pull(1)).from).toBe(1);
    expect((await bob.pull(0)).rows.task).toHaveLength(3);
  });

  test('finds the users who have something to purge, in order', async () => {
    const fresh = await engine.open();
    const users = Array.from({ length: 5 }, () => new ServerUser(fresh));
    for (const user of users) await user.push(addCollection(1), addTask(2));
    await deleteTask(users[0]!, 2, 10);
    await deleteCollection(users[1]!, 1, 10);
    await deleteTask(users[2]!, 2, 30);
    await users[3]!.push(mutation(4, 'task.complete', { id: sampleId('task', 2), at: 4 }));
    // The completed task still names the collection.
    await deleteCollection(users[3]!, 1, 10);

    const find = (after: SpaceId, recordedBefore: number, limit: number) =>
      fresh.snapshot((tx) =>
        findPurgeable(
          tx,
          { endedBefore: 20, deletedBefore: 20, recordedBefore, changedBefore: 0 },
          after,
          limit,
        ),
      );
    const first = await find(spaceOf(''), 0, 3);
    const second = await find(first.at(-1)!.spaceId, 0, 3);
    const found = [...first, ...second];

    expect([first.length, second.length]).toEqual([3, 2]);
    expect(new Set(found.map(({ spaceId }) => spaceId)).size).toBe(5);
    const due = found.filter(({ isDue }) => isDue).map(({ spaceId }) => spaceId);
    expect(due.toSorted()).toEqual([users[0]!.id, users[1]!.id].toSorted());
    expect((await find(spaceOf(''), 2_000, 9)).every(({ isDue }) => isDue)).toBe(true);
  });
});
