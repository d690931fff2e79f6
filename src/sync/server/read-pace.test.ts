import { expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PAGE_ROWS, type ServerMessage } from '#src/sync/protocol.ts';
import { NETWORK_READ_RATE, Pace, READ_RATE } from './pace.ts';
import { Rates } from './rates.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';
import { VERSION_ROWS } from './pull.ts';

/** One answer uses up the rate, and the next is free after an hour. */
const SLOW = { burst: 1, perSecond: 1 };

const unslowed = () => new Pace(new Rates(READ_RATE), new Rates(NETWORK_READ_RATE));

test('a user’s devices may load 100 MB of rows at once', () => {
  const pace = new Pace(new Rates(READ_RATE, () => 0), new Rates(NETWORK_READ_RATE, () => 0));
  for (let page = 0; page < 80; page++) pace.countRead('ada', 'home', 1_250_000);
  expect(pace.isBehind('ada', 'home')).toBe(false);

  for (let page = 0; page < 80; page++) pace.countRead('ada', 'home', 1_250_000);
  expect(pace.isBehind('ada', 'home')).toBe(true);
  expect(pace.isBehind('bob', 'home')).toBe(false);
});

const WAITING = 200;

describeEachEngine('a user whose devices read without end', (engine) => {
  const setUp = async (readPace: Pace | null) =>
    setUpHub(await engine.open(), PAGE_ROWS, null, null, VERSION_ROWS, readPace);

  test('is answered later, and neither their pushes, nor others, nor a draining server wait', async () => {
    const { hub, user } = await setUp(new Pace(new Rates(SLOW), new Rates(NETWORK_READ_RATE)));
    const device = new HubDevice(hub, user.id);
    device.hello();
    await expect.poll(() => device.patches).toHaveLength(1);

    device.send({ type: 'pull', version: 0 });
    device.push(addTask(2));
    const other = new HubDevice(hub, 'bob');
    other.hello();
    await expect.poll(() => other.patches).toHaveLength(1);
    await expect.poll(() => device.patches).toHaveLength(2);
    expect(device.patches[1]?.outcomes).toHaveLength(1);

    await hub.drain();
    expect(device.patches.map(({ from }) => from)).toEqual([0, 1, 0]);
  });

  test('is read for once when several pulls of a device wait: for the newest', async () => {
    const { hub, user, connect, troubled } = await setUp(unslowed());
    for (const n of [2, 3]) await user.push(addTask(n));
    const device = await connect(0);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    troubled.gate = gate;

    device.send({ type: 'pull', version: 0 });
    // The server now reads for the first pull.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    for (const version of [0, 0, 1, 2]) device.send({ type: 'pull', version });
    open();
    await hub.drain();

    expect(device.patches.map(({ from }) => from)).toEqual([0, 0, 2]);
  });

  test('lets others have their turn between two answers, however many wait', async () => {
    const { hub, user } = await setUp(unslowed());
    const told: string[] = [];
    const note = ({ userId }: HubDevice, message: ServerMessage) => {
      if (message.type === 'patch') told.push(userId);
    };
    const other = new HubDevice(hub, 'bob', note);
    other.hello();
    await hub.drain();
    const devices = Array.from({ length: WAITING }, () => new HubDevice(hub, user.id, note));
    for (const device of devices) device.hello();
    other.push(addCollection(1));
    await hub.drain();

    expect(told).toHaveLength(WAITING + 2);
    // On a busy machine some are answered while the database commits the push.
    expect(told.lastIndexOf('bob')).toBeLessThan(WAITING / 2);
  });

  test('is not read for after the device is gone', async () => {
    const { hub, user, connect } = await setUp(new Pace(new Rates(SLOW), new Rates(NETWORK_READ_RATE)));
    const device = await connect(0);
    device.send({ type: 'pull', version: 0 });
    device.leave();
    const next = new HubDevice(hub, user.id);
    next.hello();
    await hub.drain();

    expect(device.patches).toHaveLength(1);
    expect(next.patches).toHaveLength(1);
  });
});
