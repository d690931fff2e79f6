import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

/** Stops the app's clock, and has it say that a task is completed. Only `runFor` moves time on from here. */
async function notifyWithClockStopped(app: App): Promise<void> {
  await app.page.clock.install();
  await app.signUp();
  await app.addCollection('Home');
  await app.addTask('Sweep', { collection: 'Home' });
  await app.addTask('Dust', { collection: 'Home' });
  await app.page.clock.fastForward(4_000);
  await expect(app.success('Task added')).toBeHidden();
  await app.page.clock.pauseAt(Date.now() + 60_000);
  await app.completeTask('Sweep');
  await expect(app.success('Task completed')).toBeVisible();
  await expect(app.success('Success!')).toBeVisible();
}

test('A notification is gone after three seconds', async ({ app }) => {
  await notifyWithClockStopped(app);
  await app.page.clock.runFor(2_900);
  await expect(app.success('Task completed')).toBeVisible();
  await app.page.clock.runFor(200);
  await expect(app.success('Task completed')).toBeHidden();
});

test('A notification stays while the pointer is on it', async ({ app }) => {
  await notifyWithClockStopped(app);
  await app.success('Task completed').hover();
  await app.page.clock.runFor(20_000);
  await expect(app.success('Task completed')).toBeVisible();
  await app.heading('Today').hover();
  await app.page.clock.runFor(3_100);
  await expect(app.success('Task completed')).toBeHidden();
});

test('A notification stays while it has the focus', async ({ app }) => {
  await notifyWithClockStopped(app);
  await app.page.getByRole('status').getByRole('button', { name: 'Dismiss', exact: true }).focus();
  await app.page.clock.runFor(20_000);
  await expect(app.success('Task completed')).toBeVisible();
  await app.button('Complete Dust').focus();
  await app.page.clock.runFor(3_100);
  await expect(app.success('Task completed')).toBeHidden();
});

test('A user dismisses a notification', async ({ app }) => {
  await notifyWithClockStopped(app);
  await app.page.getByRole('status').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(app.success('Task completed')).toBeHidden();
});
