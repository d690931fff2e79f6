import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ChannelBus } from './channel-bus.ts';
import type { ChannelEvents } from './channel.ts';
import { openBus } from './open-bus.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { createLog } from '#src/server/log/log.ts';
import { describeEachBus, type TestCarrier } from '#src/server/testing/sockets/buses.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { withoutBeats } from '#src/server/testing/sockets/without-beats.ts';
import { PAGE_ROWS } from '#src/sync/protocol.ts';
import type { Hint } from '#src/sync/server/bus.ts';
import { HubDevice, setUpHub } from '#src/sync/testing/hub-devices.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';
import { addTask, collection } from '#src/sync/testing/samples.ts';

const log = createLog('silent');
const hint = (version: number): Hint => ({ spaceId: spaceOf('ada'), version });

async function join(databaseUrl: string, { redisUrl }: Pick<TestCarrier, 'redisUrl'>) {
  const bus = openBus({ busDatabaseUrl: databaseUrl, redisUrl }, log)!;
  const got: Hint[] = [];
  bus.subscribe((one) => got.push(one));
  await bus.start();
  onTestFinished(() => bus.stop());
  return { bus, got };
}

describeEachEngine(
  'servers on one database',
  (engine) => {
    describeEachBus('their hints', (start) => {
      async function setUp() {
        const where = await engine.create();
        return { where, url: where.databaseUrl!, carrier: await start(where.databaseUrl!) };
      }

      test('reach every other server in order, and not their sender', async () => {
        const { url, carrier } = await setUp();
        const [a, b, c] = [await join(url, carrier), await join(url, carrier), await join(url, carrier)];
        // Far more than one message holds.
        const hints = Array.from({ length: 3_000 }, (_, i) => ({ ...hint(i), userId: `ada ☀ ${i}` }));

        for (const each of hints) a.bus.publish(each);

        await expect.poll(() => b.got.length).toBe(hints.length);
        await expect.poll(() => c.got.length).toBe(hints.length);
        expect([a.got, b.got, c.got]).toEqual([[], hints, hints]);
      });

      test('are lost with the channel, which reconnects by itself', async () => {
        const { url, carrier } = await setUp();
        const [a, b] = [await join(url, carrier), await join(url, carrier)];

        await carrier.cut();
        for (let i = 0; i < 100; i++) a.bus.publish(hint(i));
        await carrier.mend();

        await expect
          .poll(
            () => {
              a.bus.publish(hint(1_000));
              return b.got;
            },
            { timeout: 15_000 },
          )
          .toContainEqual(hint(1_000));
      });

      test('[W12] while they are lost, the beat brings all changes of another server', async () => {
        const { carrier } = await setUp();
        const database = await engine.open();
        const url = (await engine.create()).databaseUrl!;
        const [a, b] = [await join(url, carrier), await join(url, carrier)];
        const here = await setUpHub(database, PAGE_ROWS, a.bus);
        const there = await setUpHub(database, PAGE_ROWS, b.bus);
        const writer = await here.connect(1);
        const reader = new HubDevice(there.hub, here.user.id);
        reader.hello(1);
        await there.hub.drain();
        await carrier.cut();

        writer.push(addTask(2));
        await here.hub.drain();
        expect(writer.patches.at(-1)).toMatchObject({ to: 2, outcomes: [{ rejection: null }] });
        expect(reader.patches).toHaveLength(1);
        await there.hub.beat();
        expect(reader.beats.at(-1)).toEqual({ type: 'beat', version: 2 });
        reader.send({ type: 'pull', version: 1 });
        await there.hub.drain();

        expect(reader.patches.at(-1)).toMatchObject({ from: 1, to: 2, rows: { task: [{ name: 'Task 2' }] } });
        await carrier.mend();
      });

      test('[W12] devices of one user on different servers see each other before any beat', async () => {
        withoutBeats();
        const { where, carrier } = await setUp();
        const servers = await Promise.all([1, 2, 3].map(() => serve(where, carrier)));
        const browser = servers[0]!.browser();
        await browser.signUp('ada@example.com');
        const { user } = (await browser.session())!;
        const account = { userId: user.id, cookie: browser.cookie, email: '', password: '' };
        const devices = await Promise.all(servers.map(({ url }) => openDevice({ ...account, url })));
        onTestFinished(() => devices.forEach((device) => device.close()));

        for (const [n, device] of devices.entries()) {
          const { id, name, color } = collection(n);
          await device.mutate('collection.add', { id, name, color, at: n });
        }

        for (const device of devices)
          await until(device, 'collections', () => device.lists.collections.all().length === devices.length);
        expect(devices.map((device) => device.status().connection)).toEqual(['online', 'online', 'online']);
      });
    });

    async function serve(where: DatabaseOptions, { redisUrl }: TestCarrier) {
      const server = await startTestServer(where, {
        settings: redisUrl === null ? {} : { REDIS_URL: redisUrl },
      });
      onTestFinished(() => server.stop());
      return server;
    }
  },
  ['postgres'],
);

describe('a bus', () => {
  /** A bus with a channel that the test controls. */
  function setUp() {
    const opened: { events: ChannelEvents; sent: string[]; isClosed: boolean; fails: boolean }[] = [];
    const bus = new ChannelBus({
      open: async (events) => {
        const channel = { events, sent: [] as string[], isClosed: false, fails: false };
        opened.push(channel);
        return {
          async send(messages) {
            if (channel.fails) throw new Error('no answer');
            channel.sent.push(...messages);
          },
          async close() {
            channel.isClosed = true;
          },
        };
      },
      maxMessageBytes: 1_000,
      log,
    });
    vi.useFakeTimers();
    onTestFinished(async () => {
      await bus.stop();
      vi.useRealTimers();
    });
    return { bus, opened };
  }

  test('gives up a channel that no longer answers, even without hints to send, and opens another', async () => {
    const { bus, opened } = setUp();
    await bus.start();
    opened[0]!.fails = true;

    await vi.advanceTimersByTimeAsync(16_000);

    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  test('packs many hints into as few messages as hold them', async () => {
    const { bus, opened } = setUp();
    await bus.start();
    const hints = Array.from({ length: 100 }, (_, i) => hint(i));
    const { sent } = opened[0]!;

    for (const each of hints) bus.publish(each);
    await expect.poll(() => sent.length).toBeGreaterThan(0);

    expect(sent.flatMap((text) => (JSON.parse(text) as { hints: Hint[] }).hints)).toEqual(hints);
    // Messages have at most 1,000 bytes, which is some thirty hints.
    expect(sent).toHaveLength(4);
    for (const text of sent) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
  });

  test('drops waiting hints with a lost channel, since they name outdated versions', async () => {
    const { bus, opened } = setUp();
    await bus.start();
    bus.publish(hint(1));
    opened[0]!.events.lost(new Error('gone'));
    opened[0]!.events.lost(new Error('gone, and said again'));
    bus.publish(hint(2));
    await vi.advanceTimersByTimeAsync(600);
    bus.publish(hint(3));

    await expect.poll(() => opened.map(({ sent }) => sent.length)).toEqual([0, 1]);
    expect(JSON.parse(opened[1]!.sent[0]!)).toMatchObject({ hints: [hint(3)] });
  });

  test('retries less and less often, and ends on stop', async () => {
    let attempts = 0;
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const open = () => Promise.reject(new Error(`attempt ${(attempts += 1)}`));
    const bus = new ChannelBus({ open, maxMessageBytes: 1_000, log });
    await bus.start();
    for (let i = 0; i < 100; i++) bus.publish(hint(i));

    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts).toBeGreaterThan(8);
    expect(attempts).toBeLessThan(20);
    await bus.stop();
    const before = attempts;
    await vi.advanceTimersByTimeAsync(60_000);

    expect(attempts).toBe(before);
  });
});
