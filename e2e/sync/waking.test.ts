import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('A device that slept is in step again as soon as it wakes, without waiting for its next try', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.synced).toBeVisible();
  // From here on the test moves the desk's clock. Its sockets are real.
  await desk.page.clock.install();
  await Promise.all([desk.page.waitForEvent('websocket'), desk.page.reload()]);
  await expect(desk.synced).toBeVisible();
  const sockets: string[] = [];
  desk.page.on('websocket', (socket) => sockets.push(socket.url()));

  // A clock that runs with its timers does not look like sleep.
  await desk.page.clock.runFor(6_000);
  await app.addTask('While it is awake', { collection: 'Home' });
  await expect(desk.task('While it is awake')).toBeVisible();
  expect(sockets).toEqual([]);

  // Three hours later, without any timer having run.
  await desk.page.clock.fastForward(3 * 3_600_000);
  await expect.poll(() => sockets.length).toBe(1);
  await app.addTask('After it slept', { collection: 'Home' });
  await expect(desk.task('After it slept')).toBeVisible();
  await expect(desk.synced).toBeVisible();
});

test('When the user comes back to a tab, a sound connection stays, and a waiting one tries again at once', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await Promise.all([desk.page.waitForEvent('websocket'), desk.join(user)]);
  await expect(desk.synced).toBeVisible();
  const sockets: string[] = [];
  desk.page.on('websocket', (socket) => sockets.push(socket.url()));

  await comeBack(desk);
  await desk.addTask('Sound', { collection: 'Home' });
  await expect(app.task('Sound')).toBeVisible();
  expect(sockets).toEqual([]);

  await wire.cut();
  await app.addTask('Waits', { collection: 'Home' });
  wire.letThrough();
  await comeBack(app);
  await expect(desk.task('Waits')).toBeVisible();
  await expect(app.synced).toBeVisible();
});

/** Fires the browser's events for a page that becomes visible again. */
async function comeBack(app: App): Promise<void> {
  await app.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
