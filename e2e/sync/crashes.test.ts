import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';

import { newId } from '#src/domain/id.ts';

import { App } from '#e2e/support/app.ts';
import { ConsoleWatch } from '#e2e/support/console-watch.ts';
import { day, NOON_ZONE } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutation, RawDevice, seedCollections } from '#e2e/support/raw-device.ts';

test.use({ serviceWorkers: 'allow' });

test('A browser killed right after a task is saved still has it when started again', async ({
  baseURL,
  launchOptions,
  newDevice,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'sunglow-browser-'));
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(baseURL !== undefined && { baseURL }),
      timezoneId: NOON_ZONE,
    });
    return new App(context.pages()[0] ?? (await context.newPage()), new ConsoleWatch(context));
  };

  const first = await start();
  const user = await first.signUp();
  await first.addCollection('Home');
  await expect(first.synced).toBeVisible();
  // Browsers take half a minute to write a cookie to disk, so a normal close comes first.
  await first.context.close();

  const second = await start();
  await (await second.wire()).cut();
  await second.page.goto('/app/today');
  await second.addTask('Survive', { collection: 'Home' });
  await expect(second.success('Task added')).toBeVisible();
  await killBrowser(second.context);

  const third = await start();
  const wire = await third.wire();
  await wire.cut();
  await third.page.goto('/app/today');
  await expect(third.task('Survive')).toBeVisible();
  const desk = await newDevice();
  await desk.signIn(user);
  await expect(desk.link('Home')).toBeVisible();
  await expect(desk.tasks).toHaveCount(0);
  await wire.mend();
  await expect(desk.task('Survive')).toBeVisible();
  await expect(desk.tasks).toHaveCount(1);

  expect([first, second, third].flatMap(({ watch }) => watch.unexpected())).toEqual([]);
  await third.context.close();
  await rm(profile, { recursive: true, force: true });
});

test.describe('The server is killed', () => {
  test.use({ ownServer: true });

  test('in the middle of writes, and keeps every acknowledged one', async ({ app, server }) => {
    await app.signUp();
    const [home] = await seedCollections(app, server, ['Home']);
    await expect(app.link('Home')).toBeVisible();
    // The page's own socket would interfere.
    await app.page.goto('about:blank');

    // Batches that keep the database busy for a while, so that the kill falls between an acknowledgement and
    // its write.
    const rest = { description: '', date: day(), collectionId: home!, at: 0 };
    const batches = Array.from({ length: 12 }, () =>
      Array.from({ length: 500 }, (_, index) => ({ id: newId(), name: `Task ${index}`, ...rest })),
    );
    const push = (device: RawDevice, batch: (typeof batches)[number]) =>
      device.push(...batch.map((task) => mutation('task.add', task)));
    // Two devices of one user; each sends its next batch once the last one is acknowledged.
    const devices = await Promise.all([RawDevice.of(app, server), RawDevice.of(app, server)]);
    const acknowledged: string[] = [];
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
    const work = devices.map(async (device, first) => {
      for (let next = first; next < batches.length; next += devices.length) {
        await push(device, batches[next]!);
        if (next === 5) kill(server.kill());
        acknowledged.push(...batches[next]!.map(({ id }) => id));
      }
    });
    const ends = await Promise.allSettled(work);
    await killed;
    expect(ends.map(({ status }) => status)).toContain('rejected');

    await server.start();
    const after = await RawDevice.of(app, server);
    const kept = new Set(after.tasks.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(1_500);
    expect(kept.size).toBeLessThan(6_000);

    // All batches are sent again, as a device does with unanswered ones: each task exists once.
    for (const batch of batches) await push(after, batch);
    const { tasks } = await RawDevice.of(app, server);
    expect(tasks).toHaveLength(6_000);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(6_000);
  });

  test('while a user works, who goes on, and loses nothing', async ({ app, newDevice, server }) => {
    app.watch.expect(/WebSocket connection to .* failed|net::ERR_/);
    const user = await app.signUp();
    await app.addCollection('Home');
    const names = Array.from({ length: 8 }, (_, index) => `Task ${index + 1}`);
    for (const name of names.slice(0, 3)) await app.addTask(name, { collection: 'Home' });
    await expect(app.synced).toBeVisible();
    const killed = server.kill();
    for (const name of names.slice(3, 6)) await app.addTask(name, { collection: 'Home' });
    await killed;
    await expect(app.header.getByText(/^Offline · [1-3] changes? waiting$/)).toBeVisible();
    await expect(app.tasks).toContainText(names.slice(0, 6));

    await server.start();
    for (const name of names.slice(6)) await app.addTask(name, { collection: 'Home' });
    await expect(app.synced).toBeVisible();
    const desk = await newDevice();
    await desk.signIn(user);
    await expect(desk.tasks).toContainText(names);
    await expect(desk.tasks).toHaveCount(names.length);
  });

  test('and started again, and its users are still signed in', async ({ app, server }) => {
    app.watch.expect(/WebSocket connection to .* failed|net::ERR_/);
    await app.signUp();
    await app.addCollection('Home');
    await app.addTask('Before', { collection: 'Home' });
    await expect(app.synced).toBeVisible();
    await server.kill();
    await server.start();
    await app.page.reload();
    await expect(app.task('Before')).toBeVisible();
    await app.addTask('After', { collection: 'Home' });
    await expect(app.synced).toBeVisible();
    await expect(app.page.getByText('Sign in again to sync')).toBeHidden();
  });
});

/** Kills the browser and its helper processes, without a chance to write anything. */
async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const closed = context.waitForEvent('close');
  for (const { id } of processInfo.toSorted((a) => (a.type === 'browser' ? -1 : 1))) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      // A helper may end by itself when the browser is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  await closed;
}
