import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { outdateDevices } from './outdate-devices.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('a database that has gone back in time', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const NOW = Date.UTC(2026, 10, 22);
  const restoredAt = (now: number, { id }: ServerUser) =>
    database.transact((tx) => outdateDevices(tx, [id], now));

  test('[W9] brings a device that others have overtaken all that there is, and not what is lost', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    // The device was at version 3, of which 2 and 3 are lost.
    await restoredAt(NOW, user);
    for (const n of [3, 4, 5]) await user.push(addTask(n));

    const patch = await user.pull(3);

    expect(patch).toMatchObject({ from: 0, to: NOW + 3, rows: { collection: [collection(1)] }, rest: null });
    const tasks = patch.rows.task?.toSorted((a, b) => a.createdAt - b.createdAt);
    expect(tasks).toEqual([task(2), task(3), task(4), task(5)]);
    expect(await user.pull(patch.to)).toMatchObject({ from: NOW + 3, to: NOW + 3 });
  });

  test('[W9] also where the same backup is restored again, or the user had written nothing by then', async () => {
    const user = new ServerUser(database);
    await restoredAt(NOW, user);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));
    const { to } = await user.pull(0);
    await database.transact((tx) => tx.deleteFrom('space').where('user_id', '=', user.id).execute());
    await database.transact((tx) => tx.deleteFrom('task').where('user_id', '=', user.id).execute());
    await database.transact((tx) => tx.deleteFrom('mutation').where('user_id', '=', user.id).execute());

    await restoredAt(NOW + 1_000, user);
    for (const n of [4, 5, 6]) await user.push(addTask(n));

    for (const version of [0, 3, to]) {
      const patch = await user.pull(version);
      expect([patch.from, patch.rows.task?.length]).toEqual([0, 3]);
    }
  });

  test('a collection is deleted and restored at versions that high', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    await restoredAt(NOW, user);
    const args = { id: collection(1).id, at: 5 };

    await user.push(mutation(4, 'collection.delete', args), mutation(5, 'collection.restore', args));

    expect(await user.versions()).toMatchObject({ [args.id]: NOW + 1, [sampleId('task', 2)]: 1 });
  });

  test('[W9] also in the middle of a load, and while a clock is wrong', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));
    const page = await user.pull(0, { pageRows: 1 });
    await restoredAt(NOW, user);
    expect(await user.pull(page.to, { loadedAt: 2 })).toMatchObject({ from: 0, to: NOW });

    await restoredAt(0, user);

    expect(await user.pull(NOW)).toMatchObject({ from: 0, to: NOW + 1 });
    expect(await user.push(addTask(4))).toMatchObject({ from: NOW + 1, to: NOW + 2 });
    expect(await user.space()).toMatchObject({ tasks: 3, collections: 1 });
  });
});
