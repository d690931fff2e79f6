import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('[T9] deleting for good asks first, removes the rows on every device, and cannot be undone', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Sweep'], Garden: ['Dust', 'Weed'] });
  await app.completeTask('Weed');
  await expect(app.task('Weed')).toBeHidden();
  await app.deleteTask('Sweep');
  await app.deleteCollection('Garden');
  const desk = await newDevice();
  await desk.join(user);
  for (const device of [app, desk]) await device.open('Trash');

  await app.button('Delete Sweep for good').click();
  const question = app.dialog('Are you sure you want to delete?');
  await expect(question.getByText('Delete “Sweep” for good? This cannot be undone.')).toBeVisible();
  expect(await violationsOf(app, 'the question before it is gone for good')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(app.button('Restore Sweep')).toBeVisible();
  await app.button('Delete Sweep for good').click();
  await app.confirmDeletion();
  await expect(app.success('Deleted for good')).toBeVisible();
  for (const device of [app, desk]) await expect(device.button('Restore Sweep')).toBeHidden();
  await app.button('Delete Garden for good').click();
  await expect(question.getByText('Delete “Garden” and the task that went with it for good?')).toBeVisible();
  await app.confirmDeletion();
  for (const device of [app, desk]) await expect(device.page.getByText('Trash is empty')).toBeVisible();

  // Earlier changes cannot be undone any more.
  await app.page.keyboard.press('Control+z');
  await expect(app.error(/^Cannot undo the deletion of/)).toBeVisible();
  await app.page.reload();
  await expect(app.page.getByText('Trash is empty')).toBeVisible();
  // A completed task still shows its collection.
  for (const device of [app, desk]) {
    await device.open('Completed');
    await expect(device.task('Weed')).toContainText('Garden');
  }
  await expect(app.synced).toBeVisible();
});

test('[T9] deleted rows are restored from the trash, with all that went with them', async ({ app }) => {
  await app.begin();
  await app.open('Trash');
  await expect(app.page.getByText('Trash is empty')).toBeVisible();
  await app.addCollection('Home');
  await app.addCollection('Garden');
  await app.addTask('Sweep', { collection: 'Home' });
  await app.addTask('Dust', { collection: 'Home' });
  await app.addTask('Weed', { collection: 'Garden' });
  await app.open('Today');
  await app.deleteTask('Sweep');
  await app.deleteCollection('Home');
  await app.deleteTask('Weed');

  await app.open('Trash');
  const rows = app.page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  // The newest deletion comes first; a task deleted with its collection is counted there.
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Weed');
  await expect(rows.nth(1)).toContainText('with 1 task');
  await expect(rows.nth(2)).toContainText('Sweep');
  expect(await violationsOf(app, 'Trash')).toEqual([]);

  await app.button('Restore Weed').click();
  await expect(rows).toHaveCount(2);

  // Its own collection is deleted too.
  await app.button('Restore Sweep').click();
  const dialog = app.dialog('Restore task');
  await dialog.getByLabel('Collection').selectOption('Garden');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await app.button('Restore Home').click();
  await expect(app.page.getByText('Trash is empty')).toBeVisible();

  await app.open('Today');
  await expect(app.tasks).toHaveCount(3);
  for (const name of ['Weed', 'Sweep', 'Dust']) await expect(app.task(name)).toBeVisible();
  await expect(app.synced).toBeVisible();
});
