import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask, addTasks, sampleId } from '#src/sync/testing/samples.ts';
import { WaitingInput } from './waiting-input.ts';

/** The most frames of a device that may wait for answers. */
const MAX_WAITING = 16;

describeEachEngine('the waiting input of a hub', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  test('is limited to 16 frames of a device, and one more closes it, with the earlier ones applied', async () => {
    const { user, hub, troubled, connect } = await setUpHub(database);
    const device = await connect(1);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;
    for (let n = 0; n < MAX_WAITING; n++) device.push(addTask(10 + n));
    expect(device.closed).toBeNull();

    device.push(addTask(99));
    open();
    await hub.drain();

    expect(device.closed?.code).toBe(CLOSE.BAD_MESSAGE);
    expect((await user.pull(1)).rows.task).toHaveLength(MAX_WAITING);
    expect(await user.outcomes()).not.toHaveProperty(sampleId('mutation', 99));
  });

  test('[W16] is limited for a device that pushes without end while it loads and pulls no page', async () => {
    const { user, hub } = await setUpHub(database, 1);
    for (const n of [2, 3]) await user.push(addTask(n));
    const device = new HubDevice(hub, user.id);
    device.hello();
    const batch = addTasks(500, 100);
    for (let n = 0; n < MAX_WAITING; n++) {
      device.push(...batch);
      await hub.drain();
    }
    expect(device.closed).toBeNull();

    device.push(...batch);

    expect(device.closed?.code).toBe(CLOSE.BAD_MESSAGE);
    expect(device.patches.map(({ to, outcomes }) => [to, outcomes.length])).toEqual([[2, 0]]);
  });

  test('is limited to 32 Mi characters of all devices of a user together', async () => {
    const { hub, user, troubled, connect } = await setUpHub(database);
    const [large, next, late] = [await connect(1), await connect(1), await connect(1)];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;
    large.send({ type: 'pull', version: 0, padding: 'x'.repeat(32 * 1_048_576 - 100) });
    next.send({ type: 'pull', version: 0, padding: 'x'.repeat(100) });
    late.send({ type: 'pull', version: 0 });
    open();
    await hub.drain();

    expect(late.closed).toMatchObject({ code: CLOSE.BAD_MESSAGE });
    for (const device of [large, next]) expect(device.patches.at(-1)).toMatchObject({ from: 0, to: 1 });
    const again = await connect(0);
    expect(again.patches).toMatchObject([{ from: 0, to: (await user.pull(0)).to }]);
  });

  test('of a failed device takes no room once the device is gone', async () => {
    const { hub, connect, troubled } = await setUpHub(await engine.open());
    const other = await connect(1);
    for (let i = 0; i < 3; i++) {
      const device = await connect(1);
      troubled.trouble = new Error('the database is away');
      device.push(addTask(2));
      device.send({ type: 'pull', version: 0, padding: 'x'.repeat(15 * 1_048_576) });
      await hub.drain();
      troubled.trouble = null;
    }

    other.send({ type: 'pull', version: 1 });
    await hub.drain();

    expect(other.closed).toBeNull();
  });

  test('is limited to 128 Mi characters of all users, and a user without waiting frames may still send one', async () => {
    const { hub, troubled, connect } = await setUpHub(database);
    const quiet = await connect(1);
    const crowd = [1, 2, 3, 4, 5].map((n) => new HubDevice(hub, `user ${n}`));
    for (const device of crowd) device.hello();
    await hub.drain();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;
    for (const device of crowd) {
      device.send({ type: 'pull', version: 0, padding: 'x'.repeat(30 * 1_048_576) });
      device.send({ type: 'pull', version: 0 });
    }

    quiet.push(addTask(2));
    expect(quiet.closed).toBeNull();
    open();
    await hub.drain();

    expect(crowd.map(({ closed }) => closed?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      CLOSE.BAD_MESSAGE,
    ]);
    expect(quiet.patches.at(-1)?.outcomes).toHaveLength(1);
    crowd[0]?.send({ type: 'pull', version: 0 });
    crowd[0]?.send({ type: 'pull', version: 0 });
    expect(crowd[0]?.closed).toBeNull();
  });
});

test('while all users together have too much, each may still have one frame, also one that comes in parts', () => {
  const input = new WaitingInput();
  const MB = 1_048_576;
  for (let user = 0; user < 5; user++) input.count(`user ${user}`, 30 * MB);

  expect([input.isFull('user 0'), input.isFull('another')]).toEqual([true, false]);
  input.count('another', MB);
  expect([input.isFull('another', MB), input.isFull('another')]).toEqual([false, true]);
  input.count('user 0', -30 * MB);
  expect(input.isFull('another')).toBe(false);
});
