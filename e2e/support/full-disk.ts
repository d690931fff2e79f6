import type { App } from './app.ts';
import { day } from './days.ts';
import { expect } from './fixtures.ts';

/** From now on the device can store nothing more, until the page reloads. */
export async function fillDisk(app: App): Promise<void> {
  await app.page.evaluate(() => {
    const fail = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = fail;
    IDBObjectStore.prototype.put = fail;
  });
}

/**
 * Makes one change of each kind that cannot be stored. The user has the collection Home with the task Sweep.
 */
export async function changeInVain(app: App): Promise<void> {
  const add = await app.openTaskDialog();
  await app.fillTask(add, { name: 'Dust', date: day(), collection: 'Home' });
  await add.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.error('Error adding task to the database!')).toBeVisible();
  await expect(app.error('Error!').first()).toBeVisible();
  // The typed text is not lost either.
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
}

/** Expects that nothing has changed, here or on another device. */
export async function expectAsBefore(device: App): Promise<void> {
  await expect(device.link('Home')).toBeVisible();
  await expect(device.link('Garden')).toBeHidden();
  await device.open('Today');
  await expect(device.task('Sweep')).toBeVisible();
  await expect(device.tasks).toHaveCount(1);
}
