import { CHROMIUM_FLAGS, findWholeChromium } from '#scripts/chromium.mjs';
import { newId } from '#src/domain/id.ts';
import type { Receipt } from '#src/reading/remind/push-api.ts';
import { alarmIdOf } from '#src/reading/remind/alarms.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { PushedBrowser, reminderPush } from '#e2e/support/push.ts';
import { identityOf, mutation, RawDevice } from '#e2e/support/raw-device.ts';
import { isOnDevice, NO_SERVER } from '#e2e/support/versions.ts';

test.use({
  serviceWorkers: 'allow',
  contextOptions: { permissions: ['notifications'] },
  launchOptions: { executablePath: findWholeChromium(), args: CHROMIUM_FLAGS },
});

test('[N4] [N5] Reminders are shown once, and their buttons work without a tab and offline, with receipts sent later', async ({
  app,
  newDevice,
  server,
}) => {
  // The worker asks the page only after it has closed.
  app.watch.expect(NO_SERVER);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const user = await app.begin({ Home: ['Water', 'Feed', 'Lock'] });
  const { userId } = await identityOf(app);
  const ids = new Map<string, string>();
  for (const name of ['Water', 'Feed', 'Lock']) {
    const href = await app.rowLink(name).getAttribute('href');
    ids.set(name, href?.split('/').at(-1) ?? '');
  }
  await isOnDevice(app);
  const browser = await PushedBrowser.of(app);
  const alarms = new Map([...ids.keys()].map((name) => [name, newId()]));
  const feedId = ids.get('Feed') ?? '';
  const remindAt = Date.now();
  alarms.set('Feed', alarmIdOf(feedId, remindAt));
  const raw = await RawDevice.of(app, server);
  await raw.push(mutation('reminder.add', { id: newId(), taskId: feedId, remindAt, at: remindAt - 1 }));
  raw.close();
  const receiptOfFeed = async () => {
    const answer = await app.page.request.get(`/api/push/receipts?task=${feedId}`);
    return ((await answer.json()) as { receipts: Receipt[] }).receipts[0];
  };
  // The server knows the reminder, and that the user has no subscribed browser.
  await expect.poll(async () => (await receiptOfFeed())?.tries.length ?? 0).toBeGreaterThan(0);
  const push = (name: string) =>
    reminderPush(app, { userId, taskId: ids.get(name) ?? '', alarm: alarms.get(name) ?? '' }, name);
  const press = (name: string, action: string) => browser.press(alarms.get(name) ?? '', action);
  const titles = async () => (await browser.shown()).map(({ title }) => title).toSorted();
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.tasks).toHaveCount(3);

  // Twice each, like a server that crashed before storing the result.
  for (const name of ['Water', 'Feed', 'Water', 'Lock', 'Feed']) await browser.deliver(push(name));
  await expect.poll(titles).toEqual(['Feed', 'Lock', 'Water']);
  await browser.deliver('What no app of today reads');
  await expect.poll(titles).toEqual(['Feed', 'Lock', 'Sunglow', 'Water']);

  // Completed on another device: this one learns of it by sync.
  await desk.completeTask('Lock');
  await expect.poll(titles).toEqual(['Feed', 'Sunglow', 'Water']);

  // A press beside the buttons opens the task in the existing tab.
  const { page } = app;
  await press('Feed', '');
  await expect(page).toHaveURL(new RegExp(`/app/task/${ids.get('Feed')}$`));
  await browser.deliver(push('Feed'));

  await page.goto('about:blank');
  await press('Water', 'complete');
  await expect(desk.task('Water')).toBeHidden();
  expect(await titles()).toEqual(['Feed', 'Sunglow']);

  await expect.poll(receiptOfFeed).toMatchObject({ shown: { on: expect.any(String) }, answer: null });
  await app.context.setOffline(true);
  await press('Feed', 'complete');
  expect(await titles()).toEqual(['Sunglow']);
  await expect(desk.task('Feed')).toBeVisible();
  await page.goto('/app/today');
  await expect(app.header.getByText('Offline · ', { exact: false })).toBeVisible();
  await expect(app.tasks).toHaveCount(0);
  await app.context.setOffline(false);
  await expect(desk.task('Feed')).toBeHidden();
  await expect.poll(receiptOfFeed).toMatchObject({ answer: { what: 'done' } });
  await expect(app.synced).toBeVisible();
});

test('[N5] Signing out closes the visible notifications: they contain the names of tasks', async ({
  app,
}) => {
  await app.begin();
  const { userId } = await identityOf(app);
  await isOnDevice(app);
  const browser = await PushedBrowser.of(app);
  await browser.deliver(reminderPush(app, { userId, taskId: newId(), alarm: newId() }, 'Water'));
  await expect.poll(async () => (await browser.shown()).length).toBe(1);

  await app.signOut();

  await expect.poll(() => browser.shown()).toEqual([]);
});
