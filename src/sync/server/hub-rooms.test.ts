import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask } from '#src/sync/testing/samples.ts';

describeEachEngine('a hub whose devices come and go', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  test('a device that comes while the last one leaves hears of a push under way', async () => {
    const { hub, connect, troubled } = await setUpHub(database);
    const device = await connect(1);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;
    device.push(addTask(2));
    device.leave();
    await nextTurn();

    const next = new HubDevice(hub, device.userId);
    next.hello(1);
    open();
    await hub.drain();
    next.push(addTask(3));
    await hub.drain();

    expect(next.patches.map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('a device hears of pushes that a short visitor left under way, and the hub waits for them', async () => {
    const { hub, user, connect, troubled } = await setUpHub(database);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const device = await connect(1);
    troubled.gate = first.promise;
    device.push(addTask(2));
    device.leave();
    await nextTurn();
    troubled.gate = second.promise;
    const brief = new HubDevice(hub, device.userId);
    brief.hello(1);
    brief.push(addTask(3));
    brief.leave();

    first.resolve();
    await expect.poll(() => device.patches).toHaveLength(2);
    await nextTurn();
    const next = new HubDevice(hub, device.userId);
    next.hello(2);
    let isSettled = false;
    const settled = hub.settled(device.userId).then(() => (isSettled = true));
    await nextTurn();
    expect(isSettled).toBe(false);

    second.resolve();
    await settled;
    await hub.drain();
    expect((await user.pull(0)).rows.task).toHaveLength(2);
    next.push(addTask(4));
    await hub.drain();
    expect(next.patches.map(({ from, to }) => [from, to])).toEqual([
      [2, 3],
      [3, 4],
    ]);
  });
});
