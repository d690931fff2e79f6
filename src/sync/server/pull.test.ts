import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  NO_ROWS,
  addCollection,
  addTask,
  collection,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('pull', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const nothing = { type: 'patch', rows: {}, changes: {}, outcomes: [], rest: null };

  /** A user at version 3: version 1 has collection 1 and task 2, version 2 has task 3, version 3 has task 4. */
  async function userAtVersion3(): Promise<ServerUser> {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));
    await user.push(addTask(4));
    return user;
  }

  test('a user who never wrote is at version 0, without rows', async () => {
    expect(await new ServerUser(database).pull(0)).toEqual({ ...nothing, from: 0, to: 0 });
  });

  test('[W9] a pull brings only the rows changed since its version', async () => {
    const user = await userAtVersion3();

    expect(await user.pull(2)).toEqual({ ...nothing, from: 2, to: 3, rows: { task: [task(4)] } });
    const since1 = await user.pull(1);
    expect(since1).toMatchObject({ from: 1, to: 3 });
    expect(since1.rows.collection).toBeUndefined();
    expect(since1.rows.task?.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([task(3), task(4)]);
  });

  test('[W9] a row that changed twice comes once, in its newest state; a deleted row comes as a tombstone', async () => {
    const user = await userAtVersion3();
    const id = sampleId('task', 2);
    await user.push(mutation(5, 'task.edit', { id, changes: { name: 'New' }, at: 5 }));
    await user.push(mutation(6, 'task.delete', { id, at: 6 }));

    const patch = await user.pull(3);

    expect(patch).toMatchObject({ from: 3, to: 5 });
    expect(patch.rows.task).toEqual([task(2, { name: 'New', updatedAt: 5, deletedAt: 6 })]);
  });

  test('a pull from the newest version brings nothing', async () => {
    const user = await userAtVersion3();

    expect(await user.pull(3)).toEqual({ ...nothing, from: 3, to: 3 });
  });

  test('[W9] a device ahead of the server gets all rows, in a patch from 0', async () => {
    const user = await userAtVersion3();

    const patch = await user.pull(4);

    expect(patch).toMatchObject({ from: 0, to: 3, rows: { collection: [collection(1)] } });
    expect(patch.rows.task).toHaveLength(3);
    expect(await new ServerUser(database).pull(9)).toEqual({ ...nothing, from: 0, to: 0 });
  });

  test('users never get rows of each other, even with the same ids', async () => {
    const ada = new ServerUser(database);
    const bob = new ServerUser(database);
    await ada.push(addCollection(1), addTask(2));
    await bob.push(addCollection(1, collection(1, { name: 'His' })), addTask(2, task(2, { name: 'His' })));
    await bob.push(mutation(3, 'collection.delete', { id: sampleId('collection', 1), at: 3 }));

    expect(await ada.pull(0)).toMatchObject({
      to: 1,
      rows: { collection: [collection(1)], task: [task(2)] },
    });
    expect((await bob.pull(0)).rows.task).toMatchObject([{ name: 'His' }]);
    const since1 = await bob.pull(1);
    expect(since1).toMatchObject({ to: 2, rows: { collection: [{ name: 'His', deletedAt: 3 }] } });
    expect(since1.rows.task).toBeUndefined();
  });

  test("a mutation on another user's row finds nothing there", async () => {
    const ada = new ServerUser(database);
    const bob = new ServerUser(database);
    await ada.push(addCollection(1), addTask(2));
    const id = sampleId('task', 2);

    const patch = await bob.push(
      mutation(3, 'task.edit', { id, changes: { name: 'Mine' }, at: 3 }),
      mutation(4, 'task.delete', { id, at: 4 }),
      mutation(5, 'collection.delete', { id: sampleId('collection', 1), at: 5 }),
      addTask(6),
    );

    expect(patch.rows).toEqual(NO_ROWS);
    expect(patch.outcomes.map(({ rejection }) => rejection)).toEqual(['GONE', null, null, 'COLLECTION_GONE']);
    expect(await ada.pull(0)).toMatchObject({
      to: 1,
      rows: { collection: [collection(1)], task: [task(2)] },
    });
  });
});
