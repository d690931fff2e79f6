import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { purge } from './purge.ts';

describeEachEngine('a hub that sends pages of one task', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** Collection 1 at version 1, and tasks 2 to 4 at the versions of their numbers. */
  async function setUp() {
    const hub = await setUpHub(database, 1);
    for (const n of [2, 3, 4]) await hub.user.push(addTask(n));
    const deleteTask = (n: number) =>
      hub.user.push(mutation(100 + n, 'task.delete', { id: sampleId('task', n), at: 10 }));
    const purgeAll = () =>
      database.transact((tx) =>
        purge(
          tx,
          spaceOf(hub.user.id),
          { endedBefore: 0, deletedBefore: 2_000, recordedBefore: 0, changedBefore: 0 },
          100,
        ),
      );
    const pull = async (device: HubDevice, version: number) => {
      device.send({ type: 'pull', version });
      await hub.hub.drain();
      return device.patches.at(-1)!;
    };
    return { ...hub, deleteTask, purgeAll, pull };
  }

  const ends = (device: HubDevice) => device.patches.map(({ from, to }) => [from, to]);

  test('[W16] answers hello and each pull with a page, until the last one', async () => {
    const { connect, pull } = await setUp();
    const device = await connect(0);
    await pull(device, 2);
    await pull(device, 3);

    expect(ends(device)).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(device.patches.map(({ rest }) => rest)).toEqual([
      { version: 4, rows: 2 },
      { version: 4, rows: 1 },
      null,
    ]);
  });

  test('[W16] a device that loads gets the pushes of others in later pages, and as patches again after the last page', async () => {
    const { hub, connect, pull } = await setUp();
    const loading = await connect(0);
    const other = await connect(4);

    other.push(addTask(5));
    await hub.drain();
    expect(ends(loading)).toEqual([[0, 2]]);

    await pull(loading, 2);
    await pull(loading, 3);
    await pull(loading, 4);
    other.push(addTask(6));
    await hub.drain();

    expect(ends(loading).slice(1)).toEqual([
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ]);
    expect(loading.patches.at(-1)?.rows.task).toEqual([task(6)]);
  });

  test('[W16] a pull that crosses a page does not bring every later page twice', async () => {
    const { hub, user, connect, troubled } = await setUpHub(database, 1, null, null, 1);
    const other = await connect(1);
    const device: HubDevice = new HubDevice(hub, user.id, (_, message) => {
      if (message.type === 'patch' && message.rest) device.send({ type: 'pull', version: message.to });
    });
    device.hello(1);
    await hub.drain();

    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;
    other.push(addTask(5), addTask(6), addTask(7));
    await nextTurn();
    device.send({ type: 'pull', version: 1 });
    open();
    while (device.patches.at(-1)?.to !== 4) await hub.drain();
    await hub.drain();

    expect(ends(device)).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  test('[W16] a beat tells the newest version during a load, too', async () => {
    const { hub, connect } = await setUp();
    const device = await connect(0);

    await hub.beat();

    expect(device.beats).toEqual([{ type: 'beat', version: 4 }]);
  });

  test('[W16] a push of a device that lacks rows is acknowledged with the last page of them', async () => {
    const { hub, user, connect, pull } = await setUp();
    const device = await connect(4);
    for (const n of [5, 6]) await user.push(addTask(n));

    device.push(addTask(7));
    device.push(addTask(8));
    await hub.drain();
    for (const version of [5, 6, 7]) await pull(device, version);

    expect(device.patches.slice(1).map(({ to, outcomes }) => [to, outcomes.length])).toEqual([
      [5, 0],
      [6, 0],
      [7, 0],
      [8, 2],
    ]);
  });

  test('[W10] a load goes on after a purge of rows deleted before the load began', async () => {
    const { connect, pull, deleteTask, purgeAll } = await setUp();
    await deleteTask(2);
    const device = await connect(0);
    expect(ends(device)).toEqual([[0, 3]]);
    await purgeAll();

    expect(await pull(device, 3)).toMatchObject({ from: 3, to: 5, rows: { task: [task(4)] }, rest: null });
  });

  test('[W10] a load goes on over a new connection too: the hello says when the load began', async () => {
    const { hub, user, deleteTask, purgeAll } = await setUp();
    await deleteTask(2);
    await purgeAll();
    const back = new HubDevice(hub, user.id);
    back.hello(3, { loadedAt: 5 });
    await hub.drain();

    expect(ends(back)).toEqual([[3, 5]]);
  });

  test('[W10] a load begins anew after a purge of rows deleted since the load began', async () => {
    const { connect, pull, deleteTask, purgeAll } = await setUp();
    const device = await connect(0);
    expect(device.patches[0]?.rows.task).toEqual([task(2)]);
    await deleteTask(2);
    await purgeAll();

    expect(await pull(device, 2)).toMatchObject({ from: 0, to: 3, rows: { task: [task(3)] } });
    expect(await pull(device, 3)).toMatchObject({ from: 3, to: 5, rows: { task: [task(4)] }, rest: null });
  });

  test('[W10] after a complete load, a purge of its rows makes the device load anew', async () => {
    const { connect, pull, deleteTask, purgeAll } = await setUp();
    const device = await connect(0);
    for (const version of [2, 3]) await pull(device, version);
    await deleteTask(2);
    await purgeAll();

    expect(await pull(device, 4)).toMatchObject({ from: 0 });
  });
});
