import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** Opens the dialog with a key on the task's row. */
async function askHowOften(app: App, name: string) {
  await app.task(name).focus();
  await app.page.keyboard.press('r');
  await app
    .dialog('Reminders and repeat')
    .getByRole('button', { name: /^Repeat/ })
    .click();
  return app.dialog('Repeat');
}

test('[R2] [R3] [R6] A task repeats as typed, moves on when completed, and two devices complete it once', async ({
  app,
  newDevice,
}) => {
  const appWire = await app.wire();
  const user = await app.begin({ Home: ['Water'] });

  const dialog = await askHowOften(app, 'Water');
  await dialog.getByLabel('Repeats').fill('now and then');
  await dialog.getByLabel('Repeats').blur();
  await expect(dialog.getByText('Please enter how often')).toBeVisible();
  await dialog.getByLabel('Repeats').fill('every day');
  await expect(dialog.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5);
  expect(await violationsOf(app, 'Repeat')).toEqual([]);
  await app.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Water').getByText('every day')).toBeVisible();
  await expect(app.synced).toBeVisible();

  const other = await newDevice();
  const otherWire = await other.wire();
  await other.join(user);
  await expect(other.task('Water').getByText('every day')).toBeVisible();
  for (const wire of [appWire, otherWire]) await wire.cut();
  for (const device of [app, other]) {
    await device.completeTask('Water');
    await expect(device.task('Water')).toBeHidden();
    await device.open('Upcoming');
    await expect(device.task('Water')).toBeVisible();
  }
  await appWire.mend();
  await expect(app.synced).toBeVisible();
  await otherWire.mend();
  for (const device of [app, other]) {
    await expect(device.synced).toBeVisible();
    await device.open('Completed');
    await expect(device.task('Water')).toHaveCount(1);
    await device.open('Upcoming');
    await expect(device.task('Water')).toHaveCount(1);
  }

  // The last device to reach the server undoes the other's completion.
  await other.task('Water').focus();
  await other.page.keyboard.press('ControlOrMeta+z');
  for (const device of [app, other]) {
    await device.open('Today');
    await expect(device.task('Water')).toBeVisible();
    await device.open('Completed');
    await expect(device.task('Water')).toBeHidden();
  }
  await app.open('Today');
  await app.completeTask('Water');
  for (const device of [app, other]) {
    await device.open('Completed');
    await expect(device.task('Water')).toHaveCount(1);
  }
});

test('[R5] A time is skipped and a series ended, in the dialog and on the page of the task, and each is undone', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(['Home']);
  const add = await app.openTaskDialog();
  await app.fillTask(add, { name: 'Water', collection: 'Home' });
  await add.getByRole('button', { name: 'Repeat', exact: true }).click();
  await app.dialog('Repeat').getByRole('button', { name: 'every day', exact: true }).click();
  await app.page.keyboard.press('Escape');
  await expect(add.getByRole('button', { name: 'Repeat every day', exact: true })).toBeVisible();
  await add.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.task('Water').getByText('every day', { exact: true })).toBeVisible();

  // By keyboard alone.
  const dialog = await askHowOften(app, 'Water');
  await dialog.getByRole('button', { name: 'Skip this time', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Water')).toBeHidden();
  await app.undo('Skipped this time', 'Skip undone');
  await expect(app.task('Water')).toBeFocused();

  await app.rowLink('Water').click();
  const date = app.panel.getByLabel('Date', { exact: true });
  const today = await date.inputValue();
  expect(await violationsOf(app, 'a task that repeats')).toEqual([]);
  await app.panel.getByRole('button', { name: 'Skip this time', exact: true }).click();
  await expect(date).not.toHaveValue(today);
  await expect(app.task('Water')).toBeHidden();
  await app.undo('Skipped this time', 'Skip undone');
  await expect(date).toHaveValue(today);

  const endSeries = app.panel.getByRole('button', { name: 'Complete for good', exact: true });
  await endSeries.press('Enter');
  await expect(app.panel.getByRole('button', { name: 'Reopen Water', exact: true })).toBeVisible();
  await expect(endSeries).toBeHidden();
  await expect(app.page.locator('body')).not.toBeFocused();
  await app.undo('Completed for good', 'Completion undone');
  await expect(endSeries).toBeVisible();
  await expect(app.panel.getByRole('button', { name: 'Repeat every day', exact: true })).toBeVisible();
  await expect(app.task('Water')).toBeVisible();
});

test('[R4] Ticked sub-tasks are open again at the next time of their parent, on its page as in its list, and are ticked anew', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(['Home']);
  await app.addTask('Water every day', { collection: 'Home' });
  await app.openCollection('Home');
  await app.rowLink('Water').click();
  const page = (name: string) => app.panel.getByRole('button', { name, exact: true });
  const field = app.panel.getByLabel('Add sub-task', { exact: true });
  for (const name of ['Roses', 'Herbs']) {
    await field.fill(name);
    await field.press('Enter');
  }
  await page('Complete Roses').click();
  await expect(page('Reopen Roses')).toBeVisible();
  await page('Complete Water').click();
  await expect(app.task('Water')).toContainText('Tomorrow');
  await expect(page('Complete Roses')).toBeVisible();
  await expect(app.panel).toContainText('0 of 2');

  await app.task('Roses').getByRole('button', { name: 'Complete Roses', exact: true }).click();
  await expect(page('Reopen Roses')).toBeVisible();
  await expect(app.panel).toContainText('1 of 2');
  await app.page.keyboard.press('Control+z');
  await expect(page('Complete Roses')).toBeVisible();
});
