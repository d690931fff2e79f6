import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { addCollection, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';
import { findPurgeable, purge } from './purge.ts';

describeEachEngine('purge', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const deleteTask = (n: number, at: number) =>
    mutation(100 + n, 'task.delete', { id: sampleId('task', n), at });
  const deleteCollection = (n: number, at: number) =>
    mutation(200 + n, 'collection.delete', { id: sampleId('collection', n), at });

  const purgeOf = (user: ServerUser, deletedBefore: number, { limit = 100, recordedBefore = 0 } = {}) =>
    database.transact((tx) => purge(tx, user.id, { deletedBefore, recordedBefore }, limit));

  /** Version 1: collection 1. Version 2: tasks 2 to 4. Version 3: task 2 deleted at 20. Version 4: task 3 deleted at 30. */
  async function userWithTombstones(): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    await user.push(addTask(2), addTask(3), addTask(4));
    await user.push(deleteTask(2, 20));
    await user.push(deleteTask(3, 30));
    return user;
  }

  test('[W10] takes the tombstones from before an instant, and nothing that lives', async () => {
    const user = await userWithTombstones();

    expect(await purgeOf(user, 30)).toEqual({ tasks: 1, collections: 0, mutations: 0 });

    const { tasks } = await user.pull(0);
    expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(3, { deletedAt: 30 }),
      task(4),
    ]);
    expect(await user.space()).toEqual({ version: 4, task_count: 1, collection_count: 1 });
    expect(await purgeOf(user, 30)).toEqual({ tasks: 0, collections: 0, mutations: 0 });
  });

  test('[W10] a device behind the newest purged version loads anew; one that is not comes on as before', async () => {
    const user = await userWithTombstones();
    await purgeOf(user, 30);

    expect(await user.pull(2)).toMatchObject({ from: 0, to: 4, rest: null });
    expect(await user.pull(3)).toMatchObject({ from: 3, to: 4, tasks: [{ deletedAt: 30 }] });
  });

  test('[W10] a device in the middle of a load goes on when that began after the deletion, and begins anew when before', async () => {
    const user = await userWithTombstones();
    await purgeOf(user, 30);

    expect(await user.pull(2, { loadedAt: 3 })).toMatchObject({ from: 2, to: 4 });
    expect(await user.pull(1, { loadedAt: 2 })).toMatchObject({ from: 0, to: 4 });
  });

  test('[W10] the purged version never goes back', async () => {
    const user = await userWithTombstones();
    await user.push(addTask(5));
    await user.push(deleteTask(5, 5));
    await purgeOf(user, 10);
    await purgeOf(user, 100);

    expect(await user.pull(5)).toMatchObject({ from: 0, to: 6 });
    expect(await user.pull(6)).toMatchObject({ from: 6, to: 6 });
  });

  test('[W10] a deleted collection stays while a task names it', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    await user.push(mutation(4, 'task.complete', { id: sampleId('task', 2), at: 4 }));
    await user.push(deleteCollection(1, 10));
    // Its tombstone is younger than that of its collection.
    await user.push(deleteTask(2, 50));

    expect(await purgeOf(user, 20)).toMatchObject({ tasks: 1, collections: 0 });
    expect((await user.pull(0)).collections).toMatchObject([{ deletedAt: 10 }]);

    expect(await purgeOf(user, 60)).toMatchObject({ tasks: 1, collections: 1 });
    expect(await user.pull(0)).toMatchObject({ to: 4, collections: [], tasks: [] });
  });

  test('[W10] at most so many rows of a kind go at a time', async () => {
    const user = await userWithTombstones();

    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ tasks: 1 });
    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ tasks: 1 });
    expect(await purgeOf(user, 100, { limit: 1 })).toMatchObject({ tasks: 0 });
  });

  test('[W5] outcomes of mutations go by when they were recorded; a younger one is still known', async () => {
    const user = await userWithTombstones();

    // They were all recorded at 1000.
    expect(await purgeOf(user, 0, { recordedBefore: 1_000 })).toMatchObject({ mutations: 0 });
    expect(await purgeOf(user, 0, { recordedBefore: 1_001, limit: 4 })).toMatchObject({ mutations: 4 });
    expect(Object.keys(await user.outcomes())).toHaveLength(2);
  });

  test('[W10] pushes at the same time keep the purged version and the rows in step', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const numbers = Array.from({ length: 10 }, (_, i) => i + 2);
    await Promise.all(
      numbers.map(async (n) => {
        await user.push(addTask(n));
        await Promise.all([user.push(deleteTask(n, n)), purgeOf(user, 100)]);
      }),
    );
    await purgeOf(user, 100);

    expect(await user.pull(20)).toMatchObject({ from: 0, tasks: [] });
    expect(await user.pull(21)).toMatchObject({ from: 21, to: 21 });
    expect(await user.space()).toMatchObject({ version: 21, task_count: 0 });
  });

  test("users have nothing to fear from each other's purges", async () => {
    const [ada, bob] = [await userWithTombstones(), await userWithTombstones()];

    await purgeOf(ada, 100);

    expect((await bob.pull(1)).from).toBe(1);
    expect((await bob.pull(0)).tasks).toHaveLength(3);
  });

  test('findPurgeable goes through all users in order, and knows who has something to purge', async () => {
    const fresh = await engine.open();
    const users = Array.from({ length: 5 }, () => new ServerUser(fresh));
    for (const user of users) await user.push(addCollection(1), addTask(2));
    await users[0]!.push(deleteTask(2, 10));
    await users[1]!.push(deleteCollection(1, 10));
    await users[2]!.push(deleteTask(2, 30));
    await users[3]!.push(mutation(4, 'task.complete', { id: sampleId('task', 2), at: 4 }));
    // A completed task goes on naming it.
    await users[3]!.push(deleteCollection(1, 10));

    const find = (after: string, recordedBefore: number, limit: number) =>
      fresh.snapshot((tx) => findPurgeable(tx, { deletedBefore: 20, recordedBefore }, after, limit));
    const first = await find('', 0, 3);
    const second = await find(first.at(-1)!.userId, 0, 3);
    const found = [...first, ...second];

    expect([first.length, second.length]).toEqual([3, 2]);
    expect(new Set(found.map(({ userId }) => userId)).size).toBe(5);
    const due = found.filter(({ isDue }) => isDue).map(({ userId }) => userId);
    expect(due.toSorted()).toEqual([users[0]!.id, users[1]!.id].toSorted());
    expect((await find('', 2_000, 9)).every(({ isDue }) => isDue)).toBe(true);
  });
});
