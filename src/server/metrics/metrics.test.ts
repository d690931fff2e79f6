import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';

import { newId } from '#src/domain/id.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import { openDevice, openSocket, signUp } from '#src/sync/testing/node-device.ts';
import { addCollection, addTask, collection } from '#src/sync/testing/samples.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const DASHBOARD = JSON.parse(
  readFileSync(new URL('../../../ops/grafana-dashboard.json', import.meta.url), 'utf8'),
) as Dashboard;

describeEachEngine('metrics', (engine) => {
  async function start(where: DatabaseOptions) {
    const port = await freePort();
    const server = await startTestServer(where, {
      settings: { METRICS_PORT: String(port), WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    onTestFinished(() => server.stop());
    const scrape = async () => (await fetch(`http://localhost:${port}/metrics`)).text();
    return { server, port, scrape };
  }

  test('count devices, mutations and latencies, and reveal nothing about a user', async () => {
    const { server, scrape } = await start(await engine.create());
    const account = await signUp(server.url);
    const [first, second] = [openSocket(account), openSocket(account)];
    await Promise.all([once(first, 'open'), once(second, 'open')]);
    const { userId } = account;
    await ask(first, helloOf(userId));
    const twice = [addCollection(1), addCollection(2, collection(2, { name: collection(1).name }))];
    await ask(first, pushOf(twice, 90_000));
    await ask(first, pushOf([addTask(3)]));

    const text = await scrape();

    expect(valueOf(text, 'sunglow_connections')).toBe(2);
    expect(valueOf(text, 'sunglow_mutations_total{outcome="applied"}')).toBe(2);
    expect(valueOf(text, 'sunglow_mutations_total{outcome="DUPLICATE_COLLECTION"}')).toBe(1);
    expect(valueOf(text, 'sunglow_commit_seconds_count')).toBe(2);
    expect(valueOf(text, 'sunglow_patch_seconds_count')).toBe(3);
    expect(valueOf(text, 'sunglow_outbox_age_seconds_count')).toBe(2);
    expect(valueOf(text, 'sunglow_outbox_age_seconds_sum')).toBe(90);
    expect(text).not.toContain(account.userId);
    expect(text).not.toContain('example.com');
    first.close();
    second.close();
    await expect.poll(async () => valueOf(await scrape(), 'sunglow_connections')).toBe(0);
  });

  test('tell how late reminders were sent, and which ones failed', async () => {
    const { server, scrape } = await start(await engine.create());
    const service = await PushService.start();
    onTestFinished(() => service.stop());
    const account = await signUp(server.url);
    const device = await openDevice(account);
    const [{ id, name, color }, taskId] = [collection(1), newId()];
    await device.mutate('collection.add', { id, name, color, at: 1 });
    const task = { id: taskId, name: 'Water', description: '', date: null, collectionId: id, at: 1 };
    await device.mutate('task.add', task);
    const remind = () => {
      const at = Date.now();
      return device.mutate('reminder.add', { id: newId(), taskId, remindAt: at + 50, at });
    };
    const sent = async (outcome: string) =>
      valueOf(await scrape(), `sunglow_reminders_total{way="push",outcome="${outcome}"}`);

    await remind();
    await expect.poll(() => sent('NO_DEVICE'), { timeout: 15_000 }).toBe(1);
    const subscribed = await fetch(`${server.url}/api/push/subscription`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: account.cookie },
      body: JSON.stringify(service.browser().subscription),
    });
    expect(subscribed.status).toBe(200);
    await remind();
    await expect.poll(() => sent('handed over'), { timeout: 15_000 }).toBe(1);
    expect(valueOf(await scrape(), 'sunglow_reminder_lag_seconds_count')).toBe(1);
    expect(await scrape()).not.toContain('Water');
    device.close();
  });

  test('include everything that the dashboard asks for', async () => {
    const { scrape } = await start(await engine.create());
    const exported = new Set((await scrape()).match(/^[a-z]\w*(?=[ {])/gm));
    const asked = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

    expect(asked.length).toBeGreaterThan(9);
    const names = asked.map((expr) => expr.match(/\b(sunglow|process|nodejs)_\w+/g) ?? []);
    expect(names.filter(({ length }) => length === 0)).toEqual([]);
    expect(names.flat().filter((name) => !exported.has(name))).toEqual([]);
  });

  test('are served only at their own address', async () => {
    const { server, port } = await start(await engine.create());

    expect((await fetch(`http://localhost:${port}/`)).status).toBe(404);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('sunglow_connections');
  });
});

describeEachEngine(
  'the bus between two servers',
  (engine) => {
    test('is timed by the sender of a hint, when it comes back', async () => {
      const where = await engine.create();
      const port = await freePort();
      const server = await startTestServer(where, { settings: { METRICS_PORT: String(port) } });
      onTestFinished(() => server.stop());
      const device = await openDevice(await signUp(server.url));
      const { id, name, color } = collection(1);
      await device.mutate('collection.add', { id, name, color, at: 1 });

      const count = async () =>
        valueOf(
          await (await fetch(`http://localhost:${port}/metrics`)).text(),
          'sunglow_bus_lag_seconds_count',
        );
      await expect.poll(count).toBe(1);
      device.close();
    });
  },
  ['postgres'],
);

async function ask(socket: WebSocket, message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}

function valueOf(text: string, sample: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length));
}
