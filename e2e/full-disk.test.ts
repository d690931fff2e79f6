import type { App } from './app.ts';
import { day } from './days.ts';
import { expect, test } from './fixtures.ts';
import { fillDisk } from './full-disk.ts';

test('What the device cannot keep is undone, and the user is told', async ({ app, newDevice }) => {
  const wire = await app.wire();
  const user = await app.signUp();
  await app.addCollection('Home');
  await app.addTask('Sweep', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  await wire.cut();
  await fillDisk(app);

  const add = await app.openTaskDialog();
  await app.fillTask(add, { name: 'Dust', date: day(), collection: 'Home' });
  await add.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.error('Error adding task to the database!')).toBeVisible();
  await expect(app.error('Error!').first()).toBeVisible();
  // What was typed is not lost either.
  await expect(add.getByLabel('Task name', { exact: true })).toHaveValue('Dust');
  await app.cancel(add);

  const edit = await app.openTask('Sweep');
  await app.fillTask(edit, { name: 'Sweep well' });
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.error('Error editing task in the database!')).toBeVisible();
  await app.cancel(edit);

  await app.completeTask('Sweep');
  await expect(app.error('Error completing task in the database!')).toBeVisible();
  await app.deleteTask('Sweep');
  await expect(app.error('Error deleting task from the database!')).toBeVisible();

  await app.button('Add collection').click();
  const collection = app.dialog('Add collection');
  await collection.getByLabel('Collection name', { exact: true }).fill('Garden');
  await collection.getByRole('radio', { name: 'Fern', exact: true }).check();
  await collection.getByRole('button', { name: 'Add Collection', exact: true }).click();
  await expect(app.error('Error adding collection to the database!')).toBeVisible();
  await app.cancel(collection);
  await app.deleteCollection('Home');
  await expect(app.error('Error deleting collection from the database!')).toBeVisible();

  const asBefore = async (device: App) => {
    await expect(device.link('Home')).toBeVisible();
    await expect(device.link('Garden')).toBeHidden();
    await device.open('Today');
    await expect(device.task('Sweep')).toBeVisible();
    await expect(device.tasks).toHaveCount(1);
  };
  await asBefore(app);
  await app.page.reload();
  await wire.mend();
  await asBefore(app);
  await app.addTask('There is room again', { collection: 'Home', date: day(1) });
  await expect(app.synced).toBeVisible();
  const desk = await newDevice();
  await desk.logIn(user);
  await asBefore(desk);
});

test('While the server can be reached, what a full disk cannot take goes there all the same', async ({
  app,
  newDevice,
}) => {
  const user = await app.signUp();
  await app.addCollection('Home');
  await expect(app.synced).toBeVisible();
  const desk = await newDevice();
  await desk.logIn(user);
  await fillDisk(app);

  await app.addTask('Too much for the disk', { collection: 'Home' });

  await expect(desk.task('Too much for the disk')).toBeVisible();
  await expect(app.page.getByText('This browser is not keeping your data', { exact: true })).toBeVisible();
  // What comes is shown, though it cannot be stored either.
  await desk.completeTask('Too much for the disk');
  await desk.addTask('From elsewhere', { collection: 'Home' });
  await expect(app.task('Too much for the disk')).toBeHidden();
  await expect(app.task('From elsewhere')).toBeVisible();

  await app.page.reload();
  await expect(app.synced).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
  await expect(app.page.getByText('This browser is not keeping your data', { exact: true })).toBeHidden();
});
