import { beforeAll, expect, test } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { EFFECTS } from '#src/tables/effects.ts';
import type { ServerMessage } from '#src/sync/protocol.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addTask, collection, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

describeEachEngine('hub', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const setUp = () => setUpHub(database);

  test('nothing is sent before hello, and the answer has the rows that the device lacks', async () => {
    const { hub, user } = await setUp();
    const device = new HubDevice(hub, user.id);
    await hub.beat();
    await hub.drain();
    expect(device.received).toEqual([]);

    device.hello(0);
    await hub.drain();

    expect(device.received).toEqual([
      {
        type: 'patch',
        from: 0,
        to: 1,
        rows: { collection: [collection(1)] },
        changes: {},
        outcomes: [],
        rest: null,
      },
    ]);
    expect(device.closed).toBeNull();
  });

  test('a device at the newest version gets an empty patch', async () => {
    const { connect } = await setUp();

    const device = await connect(1);

    expect(device.received).toEqual([
      { type: 'patch', from: 1, to: 1, rows: {}, changes: {}, outcomes: [], rest: null },
    ]);
  });

  test('[W5] a push is committed, told to the others without outcomes, and acknowledged', async () => {
    const { hub, user, connect } = await setUp();
    const other = await connect(1);
    const order: string[] = [];
    const pusher = new HubDevice(hub, user.id, () => order.push('pusher'));
    const third = new HubDevice(hub, user.id, () => order.push('third'));
    pusher.hello(1);
    third.hello(1);
    await hub.drain();
    order.length = 0;

    pusher.push(addTask(2));
    await hub.drain();

    expect(order).toEqual(['third', 'pusher']);
    const patch = { type: 'patch', from: 1, to: 2, rows: { task: [task(2)] }, changes: {}, rest: null };
    const outcomes = [{ id: sampleId('mutation', 2), rejection: null }];
    expect(pusher.received.at(-1)).toEqual({ ...patch, outcomes });
    expect(other.received.at(-1)).toEqual({ ...patch, outcomes: [] });
    expect(third.received.at(-1)).toEqual({ ...patch, outcomes: [] });
    expect((await user.pull(1)).rows.task).toEqual([task(2)]);
  });

  test('users hear nothing of each other, and a device hears nothing before its hello', async () => {
    const { hub, connect } = await setUp();
    const stranger = new HubDevice(hub, new ServerUser(database).id);
    stranger.hello(0);
    const device = await connect(1);
    const silent = new HubDevice(hub, device.userId);

    device.push(addTask(2));
    await hub.drain();
    await hub.beat();

    expect(stranger.patches).toMatchObject([{ from: 0, to: 0 }]);
    expect(stranger.patches[0]?.rows).toEqual({});
    expect(stranger.beats).toEqual([{ type: 'beat', version: 0 }]);
    expect(silent.received).toEqual([]);
  });

  test('[W9] a device that comes back gets everything that it missed', async () => {
    const { hub, connect } = await setUp();
    const away = await connect(1);
    const device = await connect(1);
    away.leave();
    device.push(addTask(2));
    device.push(addTask(3));
    await hub.drain();

    const back = await connect(1);

    expect(away.patches).toHaveLength(1);
    expect(back.patches).toMatchObject([{ from: 1, to: 3 }]);
    expect(back.patches[0]?.rows.task?.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(2),
      task(3),
    ]);
  });

  test('[W9] rows of another server reach all devices with the next push, without a gap', async () => {
    const { hub, user, connect } = await setUp();
    const device = await connect(1);
    const other = await connect(1);
    await user.push(addTask(2));

    device.push(addTask(3));
    await hub.drain();

    for (const { patches } of [device, other]) {
      expect(patches.at(-1)).toMatchObject({ from: 1, to: 3 });
      expect(
        patches
          .at(-1)
          ?.rows.task?.map(({ id }) => id)
          .toSorted(),
      ).toEqual([task(2).id, task(3).id]);
    }
    expect(device.patches.at(-1)?.outcomes).toHaveLength(1);
    expect(other.patches.at(-1)?.outcomes).toEqual([]);
  });

  test('a pull is answered from the version it names', async () => {
    const { hub, user, connect } = await setUp();
    const device = await connect(1);
    await user.push(addTask(2));

    for (const version of [0, 1]) {
      device.send({ type: 'pull', version });
      await hub.drain();
    }

    expect(device.patches.slice(1)).toMatchObject([
      { from: 0, to: 2, rows: { collection: [collection(1)], task: [task(2)] } },
      { from: 1, to: 2, rows: { task: [task(2)] } },
    ]);
  });

  test('[W12] a beat tells the newest version', async () => {
    const { hub, connect } = await setUp();
    const device = await connect(0);
    await hub.beat();
    device.push(addTask(2));
    await hub.drain();
    await hub.beat();

    expect(device.beats).toEqual([
      { type: 'beat', version: 1 },
      { type: 'beat', version: 2 },
    ]);
  });

  test('[W9] patches reach every device in order of version, in any order of the pushes', async () => {
    const { hub, connect } = await setUp();
    const devices = [await connect(0), await connect(0), await connect(0)];
    for (let n = 2; n <= 31; n++) devices[n % 3]!.push(addTask(n));
    await hub.drain();

    for (const device of devices) {
      expect(device.closed).toBeNull();
      expect(device.patches.map(({ from, to }) => [from, to])).toEqual(
        Array.from({ length: 31 }, (_, i) => [i, i + 1]),
      );
      expect(device.patches.flatMap(({ outcomes }) => outcomes)).toHaveLength(10);
    }
  });

  test('[W5] a push is applied and told to the others when its device leaves before the answer, and is known when resent', async () => {
    const { hub, user, connect, troubled } = await setUp();
    const device = await connect(1);
    const other = await connect(1);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = opened;

    device.push(addTask(2));
    device.leave();
    open();
    await hub.drain();

    expect(other.patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [task(2)] } });
    const back = await connect(1);
    back.push(addTask(2));
    await hub.drain();
    expect(back.patches.at(-1)).toMatchObject({ to: 3, outcomes: [{ rejection: null }] });
    expect(back.patches.at(-1)?.rows).toEqual({});
    expect((await user.pull(0)).rows.task).toEqual([task(2)]);
  });

  test('[W4] a failing database closes the socket with 1011, and the unacknowledged push is applied when resent', async () => {
    const { hub, user, connect, troubled, logged } = await setUp();
    const device = await connect(1);
    const other = await connect(1);
    troubled.trouble = new Error('disk full: secret/path');

    device.push(addTask(2));
    await hub.drain();

    expect(device.closed?.code).toBe(1011);
    expect(device.closed?.reason).not.toContain('secret');
    expect(logged).toEqual([{ err: troubled.trouble, userId: user.id, spaceId: user.id }]);
    expect(device.patches).toHaveLength(1);
    expect(other.closed).toBeNull();

    troubled.trouble = null;
    const back = await connect(1);
    back.push(addTask(2));
    await hub.drain();
    expect(back.patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [task(2)] } });
    expect(other.patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [task(2)] } });
  });

  test('[W19] a device whose app has other effects gets the rows instead of ok', async () => {
    const { hub, user, connect } = await setUp();
    await user.push(addTask(2));
    const [todays, other, none] = [
      await connect(2),
      new HubDevice(hub, user.id),
      new HubDevice(hub, user.id),
    ];
    other.hello(2, { effects: EFFECTS + 1 });
    none.hello(2, { effects: 0 });
    await hub.drain();

    todays.push(mutation(9, 'task.edit', { id: sampleId('task', 2), changes: { name: 'Weed' }, at: 30 }));
    await hub.drain();
    expect(todays.received.at(-1)).toEqual({ type: 'ok', from: 2, to: 3 });

    for (const [n, device] of [other, none].entries()) {
      device.push(
        mutation(10 + n, 'task.edit', { id: sampleId('task', 2), changes: { priority: 3 }, at: 40 + n }),
      );
      await hub.drain();
      expect(device.received.at(-1)).toMatchObject({
        type: 'patch',
        to: 4 + n,
        changes: { task: [{ id: sampleId('task', 2), columns: { updatedAt: 40 + n } }] },
        outcomes: [{ id: sampleId('mutation', 10 + n), rejection: null }],
      });
    }
  });

  test('[W4] [W5] a later push of a device is not applied before its failed push is sent again', async () => {
    const { hub, user, connect, troubled } = await setUp();
    const device = await connect(1);
    const { transact } = troubled;
    troubled.transact = async () => {
      troubled.transact = transact;
      throw new Error('the primary is gone');
    };

    device.push(addTask(2));
    device.push(addTask(3));
    await hub.drain();

    expect(device.closed?.code).toBe(1011);
    expect((await user.pull(0)).rows.task).toBeUndefined();

    const back = await connect(1);
    back.push(addTask(2), addTask(3));
    await hub.drain();
    expect(back.patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [task(2), task(3)] } });
  });

  test('a hello during a failure of the database closes the socket, and a later one is served', async () => {
    const { hub, connect, troubled } = await setUp();
    troubled.trouble = new Error('away');
    const device = await connect(0);
    expect(device.closed?.code).toBe(1011);
    expect(device.received).toEqual([]);

    troubled.trouble = null;
    expect((await connect(0)).patches).toMatchObject([{ from: 0, to: 1 }]);
    await hub.beat();
    expect(device.received).toEqual([]);
  });

  test('the beat for many users leaves room for other messages', async () => {
    const { hub } = await setUp();
    let beats = 0;
    let atNextTurn = 0;
    const count = (_device: HubDevice, { type }: ServerMessage) => {
      if (type !== 'beat') return;
      beats += 1;
      // The next turn deals with the messages that sockets have read meanwhile.
      if (beats === 1) setImmediate(() => (atNextTurn = beats));
    };
    const devices = Array.from({ length: 500 }, (_, n) => new HubDevice(hub, `beaten ${n}`, count));
    for (const device of devices) device.hello();
    await hub.drain();

    await hub.beat();

    expect(atNextTurn).toBeGreaterThan(0);
    expect(atNextTurn).toBeLessThan(500);
    expect(devices.filter((device) => device.beats.length !== 1)).toEqual([]);
  });
});
