import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { leave } from '#e2e/support/train-trip.ts';

test.use({ motion: true });

/**
 * Stops the app's clock, and completes a task for its notification. From here on only `runFor` moves time.
 */
async function notifyWithClockStopped(app: App): Promise<void> {
  await app.page.clock.install();
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.page.clock.pauseAt(Date.now() + 60_000);
  await app.completeTask('Sweep');
  await expect(app.success('Task completed')).toBeVisible();
  await expect(app.success('Sweep')).toBeVisible();
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

test('A user undoes a completion, a deletion, and the deletion of a collection with its tasks', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep', 'Dust'] });

  await app.completeTask('Sweep');
  await app.undo('Task completed', 'Completion undone');
  await expect(app.task('Sweep')).toBeVisible();
  await expect(app.button('Complete Sweep')).toBeVisible();

  await app.deleteTask('Dust');
  await expect(app.task('Dust')).toBeHidden();
  await app.undo('Task deleted', 'Deletion undone');
  await expect(app.task('Dust')).toBeVisible();

  await app.deleteTask('Dust');
  await app.deleteCollection('Home');
  await expect(app.tasks).toHaveCount(0);
  await app.undo('Collection deleted', 'Deletion undone');
  await expect(app.link('Home')).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
  await expect(app.task('Sweep')).toContainText('Home');
  await expect(app.synced).toBeVisible();
  await app.page.reload();
  await expect(app.tasks).toHaveCount(1);
});

test('Two changes of a kind are undone one by one', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust', 'Mop'] });
  await app.completeTask('Sweep');
  await app.completeTask('Dust');
  const undo = app.page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
  // The newest is the first of the two.
  await expect(undo).toHaveCount(2);
  await undo.first().click();
  await expect(undo).toHaveCount(1);
  await undo.first().click();
  await expect(app.tasks).toHaveCount(3);
  await expect(undo).toHaveCount(0);
});

test('The restored task has the focus, and the key Z undoes the newest change', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust', 'Mop'] });
  await app.completeTask('Sweep');
  await app.button('Complete Dust').press('Enter');
  await expect(app.success('Task completed')).toHaveCount(2);
  await app.page.keyboard.press('z');
  await expect(app.task('Dust')).toBeFocused();
  await app.button('Undo').click();
  await expect(app.task('Sweep')).toBeFocused();
  await expect(app.tasks).toHaveCount(3);
});

test('A user dismisses a notification while a dialog is open, and types on', async ({ app }) => {
  await app.begin({ Home: ['Sweep'] });
  await app.completeTask('Sweep');
  const dialog = await app.openTaskDialog();
  const name = dialog.getByLabel('Task name', { exact: true });
  await name.fill('Du');
  await app.success('Task completed').hover();
  await app.page.getByRole('button', { name: 'Dismiss', exact: true }).last().click();
  await expect(name).toBeFocused();
  await app.page.keyboard.type('st');
  await expect(name).toHaveValue('Dust');
});

test('An error shows two lines of a long name, and all the rest; screen readers get the whole', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  const name = 'Ask the neighbours about the hedge '.repeat(14).trim();
  await train.addTask(name, { collection: 'Home' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  const reason = 'needs your attention. The collection was deleted. Choose another collection.';
  const error = train.error(`“${name}” ${reason}`);
  await expect(error).toBeVisible();
  const { lines, isEndShown } = await error.evaluate((message) => {
    const end = document.createRange();
    end.setStart(message.lastChild!, 0);
    end.setEndAfter(message.lastChild!);
    const box = message.parentElement!.getBoundingClientRect();
    const lineHeight = Number.parseFloat(getComputedStyle(message).lineHeight);
    return {
      lines: Math.round(box.height / lineHeight),
      isEndShown: end.getBoundingClientRect().bottom <= box.bottom,
    };
  });
  // Two lines of the name, and the lines of the reason.
  expect(lines).toBeLessThanOrEqual(4);
  expect(isEndShown).toBe(true);
});
