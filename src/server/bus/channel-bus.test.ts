import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { openBus } from '#src/server/bus/open-bus.ts';
import { createLog } from '#src/server/log.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { startTestServer } from '#src/server/testing/test-server.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import type { Hint } from '#src/sync/server/bus.ts';
import { openSocket } from '#src/sync/testing/node-device.ts';
import { addCollection, addTask } from '#src/sync/testing/samples.ts';

describeEachEngine(
  'hints through PostgreSQL',
  (engine) => {
    const stops: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
    });

    async function join(url: string) {
      const bus = openBus({ databaseUrl: url }, createLog('silent'))!;
      const got: Hint[] = [];
      bus.subscribe((hint) => got.push(hint));
      await bus.start();
      stops.push(() => bus.stop());
      return { bus, got };
    }
    const hint = (version: number): Hint => ({ userId: 'ada', version, patch: null });

    test('reach every other server, in their order, and not the one they come from', async () => {
      const url = (await engine.create()).databaseUrl!;
      const [a, b, c] = [await join(url), await join(url), await join(url)];
      // Far more than one NOTIFY holds.
      const hints = Array.from({ length: 1_000 }, (_, i) => ({ ...hint(i), userId: `ada ☀ ${i}` }));

      for (const each of hints) a.bus.publish(each);

      await expect.poll(() => b.got.length).toBe(1_000);
      await expect.poll(() => c.got.length).toBe(1_000);
      expect([a.got, b.got, c.got]).toEqual([[], hints, hints]);
    });

    test('are lost with the connection, which comes back by itself', async () => {
      const url = (await engine.create()).databaseUrl!;
      const [a, b] = [await join(url), await join(url)];
      const admin = new Client({ connectionString: url });
      await admin.connect();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sunglow-bus' AND datname = current_database()",
      );
      const listeners = async () => {
        const { rowCount } = await admin.query(
          "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN sunglow' AND state = 'idle' AND datname = current_database()",
        );
        return rowCount;
      };

      await expect.poll(listeners, { timeout: 15_000 }).toBe(2);
      await admin.end();
      await expect
        .poll(() => {
          a.bus.publish(hint(7));
          return b.got;
        })
        .toContainEqual(hint(7));
    });

    test('are dropped without a word when nobody can be reached', async () => {
      const { bus } = await join('postgres://127.0.0.1:1/nowhere');

      for (let i = 0; i < 100; i++) bus.publish(hint(i));

      await expect(bus.stop()).resolves.toBeUndefined();
    });

    test('[W12] a device on one server sees what is written on another, before any beat', async () => {
      const where = await engine.create();
      const servers = [await startTestServer(where), await startTestServer(where)];
      stops.push(...servers.map((server) => () => server.stop()));
      const [first, second] = servers;
      const browser = first!.browser();
      await browser.signUp('ada@example.com');
      const { user } = (await browser.session())!;
      const connect = async (url: string) => {
        const account = { url, userId: user.id, cookie: browser.cookie, email: '', password: '' };
        const socket = openSocket(account);
        const messages: { type: string; to?: number }[] = [];
        socket.on('message', (data: Buffer) =>
          messages.push(JSON.parse(data.toString()) as { type: string }),
        );
        await new Promise((resolve) => socket.on('open', resolve));
        socket.send(
          JSON.stringify({
            type: 'hello',
            protocol: PROTOCOL_VERSION,
            userId: user.id,
            version: 0,
            loadedAt: 0,
          }),
        );
        await expect.poll(() => messages.length).toBe(1);
        return { socket, messages };
      };
      const [a, b] = [await connect(first!.url), await connect(second!.url)];

      a.socket.send(JSON.stringify({ type: 'push', mutations: [addCollection(1), addTask(2)] }));

      await expect.poll(() => b.messages.length, { timeout: 20_000 }).toBeGreaterThan(1);
      expect(b.messages[1]).toMatchObject({ type: 'patch', from: 0, to: 1 });
      a.socket.close();
      b.socket.close();
    });
  },
  ['postgres'],
);
