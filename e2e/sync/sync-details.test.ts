import type { Locator } from '@playwright/test';

import { CLOSE } from '#src/sync/protocol.ts';

import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const indicator = (app: App) => app.header.getByRole('button', { name: /^Sync: / });

/** The value of the details under a name. */
const fact = (details: Locator, name: string) =>
  details.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

async function openDetails(app: App, title: string): Promise<Locator> {
  await indicator(app).click();
  const details = app.dialog(title);
  await expect(details).toBeVisible();
  return details;
}

test('The indicator opens and closes its details', async ({ app }) => {
  await app.begin(['Home']);
  const details = await openDetails(app, 'Everything is saved');
  await expect(indicator(app)).toHaveAttribute('aria-expanded', 'true');
  await expect(fact(details, 'Server')).toHaveText('Connected');
  await expect(fact(details, 'Waiting')).toHaveText('Nothing');
  await expect(fact(details, 'This device')).toContainText('Keeps your tasks');
  await expect(fact(details, 'Room')).toHaveText(/used, .+ left$/);
  await expect(details.getByRole('button')).toHaveCount(0);

  await app.page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(indicator(app)).toBeFocused();
  await app.page.keyboard.press('Enter');
  await expect(details).toBeVisible();
  await indicator(app).click();
  await expect(details).toBeHidden();
  await openDetails(app, 'Everything is saved');
  await app.heading('Today').click();
  await expect(details).toBeHidden();
});

test('Offline, it tells everyone since when changes wait, and tries again when asked', async ({ app }) => {
  const wire = await app.wire();
  await app.page.clock.install();
  await app.begin(['Home']);
  await wire.cut();
  const told = app.header.getByText('You are offline.', { exact: true });
  await expect(told).toBeAttached();
  await app.addTask('Written offline', { collection: 'Home' });
  await expect(indicator(app)).toHaveAccessibleName('Sync: Offline · 1 change waiting');

  const details = await openDetails(app, 'You are offline');
  await expect(details).toContainText('your changes are safe on this device');
  await expect(fact(details, 'Waiting')).toHaveText(/^1 change, since .*\d:\d\d/);
  // Keeps the app from trying again by itself first.
  await app.page.clock.pauseAt(await app.page.evaluate(() => Date.now() + 500));
  const tryNow = details.getByRole('button', { name: 'Try now', exact: true });
  await expect(tryNow).toBeVisible();
  wire.letThrough();
  await tryNow.click();
  await expect(app.dialog('Everything is saved')).toBeVisible();
  await app.page.clock.resume();
  await expect(app.synced).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(app.header.getByText('Everything is saved again.', { exact: true })).toBeAttached();
});

test('A change shows as waiting only when it takes longer than usual', async ({ app }) => {
  const wire = await app.wire();
  await app.page.clock.install();
  await app.begin(['Home']);
  // The clock stops early: a server silent for long counts as gone.
  await app.page.clock.pauseAt(await app.page.evaluate(() => Date.now() + 5_000));
  wire.holdAfter(0);
  await app.page.keyboard.press('n');
  const dialog = app.dialog('Add task');
  await app.fillTask(dialog, { name: 'Sweep', collection: 'Home' });
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.header.locator('[data-unsent="1"]')).toBeVisible();
  await app.page.clock.runFor(900);
  await expect(indicator(app)).toHaveAccessibleName('Sync: Saved');
  await app.page.clock.runFor(200);
  await expect(indicator(app)).toHaveAccessibleName('Sync: 1 change waiting');
});

test('The rejected changes are a press away', async ({ app, newDevice }) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  await wire.cut();
  await app.addTask('Written offline', { collection: 'Home' });
  const desk = await newDevice();
  await desk.join(user);
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await expect(app.link('Needs attention 1')).toBeVisible();

  const details = await openDetails(app, 'Nothing is waiting');
  await details.getByRole('link', { name: '1 change', exact: true }).click();
  await expect(app.heading('Needs attention')).toBeVisible();
  await expect(details).toBeHidden();
});

test('Signed out or out of date, it gives the next step', async ({ app }) => {
  // The page may close while it tries again.
  app.watch.expect(/WebSocket is closed before the connection is established/);
  const wire = await app.wire();
  await app.begin();
  await expect(app.synced).toBeVisible();
  await wire.cut(CLOSE.UPGRADE);
  await expect(indicator(app)).toHaveAccessibleName('Sync: Update needed');
  const details = await openDetails(app, 'There is a new version of Sunglow');
  await expect(details.getByRole('button', { name: 'Reload', exact: true })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await wire.cut(CLOSE.SIGN_IN);
  await app.page.reload();
  await expect(indicator(app)).toHaveAccessibleName('Sync: Sign in again');
  await openDetails(app, 'Sign in again to sync').then((signIn) =>
    signIn.getByRole('link', { name: 'Sign in again', exact: true }).click(),
  );
  await expect(app.heading('Sign in')).toBeVisible();
});
