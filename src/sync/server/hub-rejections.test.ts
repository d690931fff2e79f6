import { beforeAll, describe, expect, test } from 'vitest';
// The server loads all of zod. Its messages quote the input, so this test loads it too.
import * as z from 'zod';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { CLOSE, MAX_BATCH, PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { entryOf, pushOf } from '#src/sync/testing/frames.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, sampleId } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

z.config(z.locales.en());

const withArgs = (changes: object) => ({ ...addTask(2), args: { ...addTask(2).args, ...changes } });
const push = (...mutations: unknown[]) => pushOf(mutations);

const BAD_MESSAGES: Readonly<Record<string, unknown>> = {
  'not JSON': 'hello',
  empty: '',
  'a list': '[]',
  'a number': '7',
  null: 'null',
  'without a type': {},
  'of an unknown type': { type: 'drop' },
  'of a type that is a property of every object': { type: 'constructor' },
  'a push without mutations': ['push'],
  'a push as an object': { type: 'push', mutations: [addTask(2)], waited: 0 },
  'a push without its waiting time': ['push', [entryOf(addTask(2))]],
  'a push of no mutations': push(),
  'a push of too many mutations': push(...Array<unknown>(MAX_BATCH + 1).fill(addTask(2))),
  'a push whose mutations are no list': pushOf(addTask(2)),
  'a pull without a version': { type: 'pull' },
  'a pull of a negative version': { type: 'pull', version: -1 },
  'a pull of half a version': { type: 'pull', version: 0.5 },
  'a pull of a version as text': { type: 'pull', version: '0' },
  'a pull of an infinite version': '{"type":"pull","version":1e999}',
  'nested too deeply': '['.repeat(500_000),
};

const BAD_MUTATIONS: Readonly<Record<string, unknown>> = {
  'no object': 7,
  null: null,
  'without an id': { ...addTask(2), id: undefined },
  'with an id that is no UUID': { ...addTask(2), id: 'x'.repeat(36) },
  'with an unknown name': { ...addTask(2), name: 'task.explode' },
  'with a name that is a property of every object': { ...addTask(2), name: 'toString' },
  'with an extra field': { ...addTask(2), userId: 'another' },
  'with a wrong type': withArgs({ name: 7 }),
  'with an invalid day': withArgs({ date: '2026-02-30' }),
  'with over-long text': withArgs({ name: 'x'.repeat(501) }),
  'with NUL': withArgs({ name: 'a\0b' }),
  'with half a surrogate pair': withArgs({ name: 'a\uD800b' }),
  'with a long unknown argument': withArgs({ ['🌻'.repeat(200)]: 1 }),
  'with a long unknown argument, shifted by one byte': withArgs({ [`x${'é'.repeat(200)}`]: 1 }),
};

describeEachEngine('a hub that gets bad frames', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  const setUp = () => setUpHub(database);

  async function greeted() {
    const hub = await setUp();
    return { ...hub, device: await hub.connect(1) };
  }

  /** Expects the user's data as `setUp` left them. */
  async function expectNothingChanged(user: ServerUser) {
    expect(await user.space()).toEqual({ version: 1, tasks: 0, collections: 1 });
    expect(Object.keys(await user.outcomes())).toEqual([sampleId('mutation', 1)]);
  }

  describe.each([
    { title: 'a frame', frames: BAD_MESSAGES, code: CLOSE.BAD_MESSAGE },
    {
      title: 'a mutation',
      frames: Object.fromEntries(
        Object.entries(BAD_MUTATIONS).map(([name, bad]) => [name, push(addTask(3), bad)]),
      ),
      code: CLOSE.BAD_MUTATION,
    },
  ])('$title', ({ frames, code }) => {
    test.each(Object.entries(frames))(
      '%s: the socket closes with a reason, and nothing changes',
      async (_, frame) => {
        const { user, hub, device, logged } = await greeted();

        device.send(frame);
        device.push(addTask(4));
        await hub.drain();

        expect(device.closed?.code).toBe(code);
        const reason = device.closed?.reason ?? '';
        expect(reason.length).toBeGreaterThan(10);
        expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
        expect(reason.isWellFormed()).toBe(true);
        expect(reason).not.toContain('\uFFFD');
        expect(device.patches).toHaveLength(1);
        expect(logged).toEqual([]);
        await expectNothingChanged(user);
      },
    );
  });

  test.each([
    { title: 'a push', frame: push(addTask(2)) },
    { title: 'a pull', frame: { type: 'pull', version: 0 } },
  ])('$title before hello is rejected', async ({ frame }) => {
    const { user, hub } = await setUp();
    const device = new HubDevice(hub, user.id);

    device.send(frame);
    await hub.drain();

    expect(device.closed?.code).toBe(CLOSE.BAD_MESSAGE);
    expect(device.received).toEqual([]);
    await expectNothingChanged(user);
  });

  test('a second hello is rejected', async () => {
    const { hub, device } = await greeted();

    device.hello(0);
    await hub.drain();

    expect(device.closed?.code).toBe(CLOSE.BAD_MESSAGE);
    expect(device.patches).toHaveLength(1);
  });

  test('[W13] a device with the data of another user gets nothing, and its push is not applied', async () => {
    const { user, hub } = await setUp();
    const other = new ServerUser(database);
    await other.push(addCollection(1));
    const device = new HubDevice(hub, user.id);

    device.hello(0, { userId: other.id });
    device.push(addTask(2));
    await hub.drain();

    expect(device.closed?.code).toBe(CLOSE.OTHER_USER);
    expect(device.received).toEqual([]);
    await expectNothingChanged(user);
    await expectNothingChanged(other);
  });

  test.each([PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1])(
    '[W11] a device that speaks version %i is asked to load the app anew',
    async (protocol) => {
      const { user, hub } = await setUp();
      const device = new HubDevice(hub, user.id);

      device.hello(0, { protocol });
      device.push(addTask(2));
      await hub.drain();

      expect(device.closed?.code).toBe(CLOSE.UPGRADE);
      expect(device.received).toEqual([]);
      await expectNothingChanged(user);
    },
  );

  test('[W11] the version is checked before the user', async () => {
    const { user, hub } = await setUp();
    const device = new HubDevice(hub, user.id);

    device.hello(0, { protocol: PROTOCOL_VERSION + 1, userId: 'another' });

    expect(device.closed?.code).toBe(CLOSE.UPGRADE);
  });

  test('a good frame before a bad one is applied, though its answer finds the socket closed', async () => {
    const { user, hub, device } = await greeted();

    device.push(addTask(2));
    device.send('nonsense');
    await hub.drain();

    expect((await user.pull(1)).rows.task).toHaveLength(1);
    expect(device.patches).toHaveLength(1);
  });

  test('a bad frame of one device leaves the others connected', async () => {
    const { hub, user, device } = await greeted();
    const other = new HubDevice(hub, user.id);
    other.hello(1);

    device.send('nonsense');
    other.push(addTask(2));
    await hub.drain();

    expect(device.closed?.code).toBe(CLOSE.BAD_MESSAGE);
    expect(other.closed).toBeNull();
    expect(other.patches).toHaveLength(2);
    expect(device.patches).toHaveLength(1);
  });
});
