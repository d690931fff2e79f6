import { expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MAX_BATCH, PAGE_ROWS } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { NETWORK_READ_RATE, Pace, READ_RATE } from './pace.ts';
import { VERSION_ROWS } from './pull.ts';
import { Rates } from './rates.ts';

const TASKS = 4 * MAX_BATCH;

describeEachEngine('a load of many tasks', (engine) => {
  async function setUp() {
    const readPace = new Pace(new Rates(READ_RATE), new Rates(NETWORK_READ_RATE));
    const { hub, user } = await setUpHub(await engine.open(), PAGE_ROWS, null, null, VERSION_ROWS, readPace);
    for (let sent = 0; sent < TASKS; sent += MAX_BATCH)
      await user.push(...Array.from({ length: MAX_BATCH }, (_, i) => addTask(2 + sent + i)));
    return { hub, user };
  }

  const loaded = (device: HubDevice) => device.patches.map(({ rows }) => rows.task?.length ?? 0);

  test('[W16.19] comes in one page while no other user is there', async () => {
    const { hub, user } = await setUp();
    const device = new HubDevice(hub, user.id);
    device.hello();
    await hub.drain();

    expect(loaded(device)).toEqual([TASKS]);
  });

  test('[W16.18] comes in small pages while others are there, and each page tells how many rows are left', async () => {
    const { hub, user } = await setUp();
    const pullOn = (loading: HubDevice) => {
      const last = loading.patches.at(-1);
      if (last?.rest) loading.send({ type: 'pull', version: last.to });
    };
    const device = new HubDevice(hub, user.id, pullOn);
    new HubDevice(hub, 'bob').hello();
    device.hello();
    await expect.poll(() => device.patches.at(-1)?.rest).toBe(null);

    expect(Math.max(...loaded(device))).toBeLessThanOrEqual(1_000);
    let left = TASKS;
    for (const { rows, rest } of device.patches) {
      left -= rows.task?.length ?? 0;
      expect(rest?.rows ?? 0).toBe(left);
    }
    expect(left).toBe(0);
  });
});
