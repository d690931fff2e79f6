import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fillDisk } from '#e2e/support/full-disk.ts';

const name = (app: App) => app.page.getByLabel('Task name', { exact: true });

/** Opens a task beside its list. */
async function openSweep(app: App) {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  const user = await app.begin({ Home: ['Sweep'] });
  await app.rowLink('Sweep').click();
  await expect(app.synced).toBeVisible();
  return user;
}

test('[T7] Input for a task that another device has deleted meanwhile is kept as its draft', async ({
  app,
  newDevice,
}) => {
  const user = await openSweep(app);
  const desk = await newDevice();
  await desk.join(user);
  await name(app).fill('Sweep the stairs');
  await desk.deleteTask('Sweep');
  await expect(app.heading('Task deleted')).toBeVisible();
  await app.reopen.click();
  const dialog = app.dialog('Edit task');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Sweep the stairs');
  await dialog.getByRole('button', { name: 'Restore Task', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(name(app)).toHaveValue('Sweep the stairs');
  await expect(desk.task('Sweep the stairs')).toBeVisible();
});

test('[T7] Input for a task that cannot be stored stays in its field, and is kept as a draft', async ({
  app,
}) => {
  const wire = await app.wire();
  await openSweep(app);
  await wire.cut();
  await fillDisk(app);
  await name(app).fill('Sweep the stairs');
  await name(app).press('Enter');
  await expect(app.error('Error editing task in the database!')).toBeVisible();
  await expect(name(app)).toHaveValue('Sweep the stairs');
  await expect(app.task('Sweep')).toBeVisible();
  // Invalid input is not saved either.
  const long = 'Where to begin? '.repeat(1_100);
  const notes = app.page.getByRole('textbox', { name: 'Description', exact: true });
  await notes.fill(long);
  await app.button('Close task').click();
  await app.reopen.click();
  const dialog = app.dialog('Edit task');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Sweep the stairs');
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue(long);
});
