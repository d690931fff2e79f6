import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import type { SetBack } from '#src/sync/protocol.ts';
import { mayBeLost, outdateDevices } from './outdate-devices.ts';
import { withSetBack } from './set-backs.ts';
import { addCollection, addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('a database that has gone back in time', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const NOW = Date.UTC(2026, 10, 22);
  const restoredAt = (now: number, { id }: ServerUser) =>
    database.transact((tx) => outdateDevices(tx, [spaceOf(id)], now));

  test('[W9] gives a device that others have overtaken all the rows, and not the lost ones', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2));
    // The device was at version 3. Versions 2 and 3 are lost.
    await restoredAt(NOW, user);
    for (const n of [3, 4, 5]) await user.push(addTask(n));

    const patch = await user.pull(3);

    expect(patch).toMatchObject({ from: 0, to: NOW + 3, rows: { collection: [collection(1)] }, rest: null });
    const tasks = patch.rows.task?.toSorted((a, b) => a.createdAt - b.createdAt);
    expect(tasks).toEqual([task(2), task(3), task(4), task(5)]);
    expect(await user.pull(patch.to)).toMatchObject({ from: NOW + 3, to: NOW + 3 });
  });

  test('[W9] gives a device all the rows after the same backup was restored twice, also when the user had written nothing before', async () => {
    const user = new ServerUser(database);
    await restoredAt(NOW, user);
    await user.push(addCollection(1), addTask(2));
    await user.push(addTask(3));
    const { to } = await user.pull(0);
    await database.transact((tx) =>
      tx.deleteFrom('space').where('space_id', '=', spaceOf(user.id)).execute(),
    );
    await database.transact((tx) => tx.deleteFrom('task').where('space_id', '=', spaceOf(user.id)).execute());
    await database.transact((tx) =>
      tx.deleteFrom('mutation').where('space_id', '=', spaceOf(user.id)).execute(),
    );

    await restoredAt(NOW + 1_000, user);
    for (const n of [4, 5, 6]) await user.push(addTask(n));

    for (const version of [0, 3, to]) {
      const patch = await user.pull(version);
      expect([patch.from, patch.rows.task?.length]).toEqual([0, 3]);
    }
  });

  test('deletes and restores a collection at versions this high', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1), addTask(2), addTask(3));
    await restoredAt(NOW, user);
    const args = { id: collection(1).id, at: 5 };

    await user.push(mutation(4, 'collection.delete', args), mutation(5, 'collection.restore', args));

    expect(await user.versions()).toMatchObject({ [args.id]: NOW + 1, [sampleId('task', 2)]: 1 });
  });

  test('[W9] gives a device all the rows in the middle of a load, and while a clock is wrong', async () => {
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

  test('[W20] tells the lost versions, and the time of the newest change that is left', async () => {
    const user = new ServerUser(database);
    user.now = 70;
    await user.push(addCollection(1), addTask(2));
    expect(await user.pull(0)).not.toHaveProperty('setBacks');
    await restoredAt(NOW, user);
    expect((await user.pull(9)).setBacks).toEqual([{ from: 1, to: NOW, at: 70 }]);
    // A second run without writes between makes no second set-back.
    await restoredAt(NOW + 5, user);
    user.now = 90;
    await user.push(addTask(3));
    await restoredAt(NOW + 9, user);

    const setBacks = [
      { from: 1, to: NOW + 5, at: 70 },
      { from: NOW + 6, to: NOW + 9, at: 90 },
    ];
    expect((await user.pull(9)).setBacks).toEqual(setBacks);
    expect(await user.pull(NOW + 9)).not.toHaveProperty('setBacks');
  });

  test('[W20] is noticed when a device has a version that the database never reached', async () => {
    const user = new ServerUser(database);
    await user.push(addCollection(1));
    const seen = (version: number) =>
      database.transact((tx) => outdateDevices(tx, [spaceOf(user.id)], NOW, version));

    await seen(1);
    expect((await user.space())?.version).toBe(1);
    await seen(4);
    expect((await user.pull(4)).setBacks).toMatchObject([{ from: 1, to: NOW }]);
    await seen(4);
    expect((await user.space())?.version).toBe(NOW);
    await seen(NOW + 7);
    expect((await user.space())?.version).toBe(NOW + 8);
    expect([NOW, NOW + 1, Number.MAX_SAFE_INTEGER].map((version) => mayBeLost(version, NOW))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('[W20] joins the oldest set-backs when there are too many', () => {
    const each = Array.from({ length: 25 }, (_, i) => ({ from: 10 * i, to: 10 * i + 5, at: i }));
    const kept = each.reduce<readonly SetBack[]>((before, next) => withSetBack(before, next), []);

    expect(kept).toEqual([{ from: 0, to: 55, at: 0 }, ...each.slice(6)]);
  });
});
