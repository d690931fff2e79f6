import type { Locator } from '@playwright/test';

import { shortDay } from '#src/web/ui/friendly-day.ts';

import type { App } from '#e2e/support/app.ts';
import { editCollection } from '#e2e/support/collection-dialog.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { leave } from '#e2e/support/train-trip.ts';

const button = (entry: Locator, name: string) => entry.getByRole('button', { name, exact: true });

/** The notification of a rejected change. */
const notice = (app: App, name: string, reason: string) =>
  app.error(`“${name}” needs your attention. ${reason}`);

const COLLECTION_GONE = 'The collection was deleted. Choose another collection.';
const TASK_GONE = 'The task was deleted. Restore it to keep the change.';

async function openAttention(app: App): Promise<void> {
  await app.link('Needs attention 1').click();
  await expect(app.heading('Needs attention')).toBeVisible();
}

test('A task for a collection that was deleted elsewhere waits for another one', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.addTask('Planned on the train', { collection: 'Home', description: 'With care' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();

  await wire.mend();
  await expect(notice(train, 'Planned on the train', COLLECTION_GONE)).toBeVisible();
  await expect(train.page.getByText('1 change needs your attention', { exact: true })).toBeVisible();
  await expect(train.tasks).toHaveCount(0);
  await openAttention(train);
  const entry = train.task('Add task “Planned on the train”');
  await expect(entry).toContainText(COLLECTION_GONE);
  await expect(entry).toContainText('With care');
  await expect(entry).toContainText(shortDay(day(), day(), 'en-US'));

  await train.page.reload();
  const choice = entry.getByLabel('Choose another collection', { exact: true });
  const placeOf = async (control: Locator) => {
    const { y, height } = (await control.boundingBox())!;
    return { y, height };
  };
  expect(await placeOf(button(entry, 'Apply'))).toEqual(await placeOf(choice));
  await choice.selectOption({ label: 'Work' });
  await button(entry, 'Apply').click();
  await expect(entry).toBeHidden();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await expect(train.link('Needs attention 1')).toBeHidden();
  for (const device of [train, desk]) {
    await device.openCollection('Work');
    await expect(device.task('Planned on the train')).toContainText('With care');
  }
});

test('Each rejected task is named in its own notification', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  const names = ['Pack', 'Water the plants'];
  for (const name of names) await train.addTask(name, { collection: 'Home' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  for (const name of names) await expect(notice(train, name, COLLECTION_GONE)).toBeVisible();
});

test('An edit of a task that was deleted elsewhere can bring the task back', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.editTask('Buy milk', { name: 'Buy oat milk' });
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();

  await wire.mend();
  await expect(notice(train, 'Buy milk', TASK_GONE)).toBeVisible();
  await expect(train.tasks).toHaveCount(0);
  await openAttention(train);
  const entry = train.task('Edit task “Buy milk”');
  await expect(entry).toContainText(TASK_GONE);
  await button(entry, 'Restore task').click();
  await expect(entry).toBeHidden();
  await expect(desk.task('Buy oat milk')).toBeVisible();
  await train.open('Today');
  await expect(train.task('Buy oat milk')).toBeVisible();
  await expect(train.tasks).toHaveCount(1);
});

test('When its collection is gone as well, the task comes back into the one chosen', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.editTask('Buy milk', { description: 'Two litres' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await openAttention(train);
  const entry = train.task('Edit task “Buy milk”');
  await entry.getByRole('combobox').selectOption({ label: 'Work' });
  await button(entry, 'Restore task').click();
  await expect(entry).toBeHidden();
  await expect(desk.task('Buy milk')).toContainText('Work');
  await expect(desk.task('Buy milk')).toContainText('Two litres');
});

test('An edit of a collection that was deleted elsewhere can bring it back, with its tasks', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await editCollection(train, 'Home', { name: 'House' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await expect(
    notice(train, 'Home', 'The collection was deleted. Restore it to keep the change.'),
  ).toBeVisible();
  await openAttention(train);
  const entry = train.task('Edit collection “Home”');
  await expect(entry).toContainText('House');

  await button(entry, 'Restore collection').click();

  await expect(entry).toBeHidden();
  await desk.openCollection('House');
  await expect(desk.task('Buy milk')).toBeVisible();
});

test('A user discards a rejected change, after being asked, and it is gone for good', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.editTask('Buy milk', { name: 'Buy oat milk' });
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await openAttention(train);
  const entry = train.task('Edit task “Buy milk”');
  const question = train.dialog('Discard this change?');
  await button(entry, 'Discard').click();
  await button(question, 'Cancel').click();
  await expect(question).toBeHidden();
  await expect(entry).toBeVisible();
  await button(entry, 'Discard').click();
  await button(question, 'Discard').click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await train.page.reload();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await train.open('Today');
  await expect(train.tasks).toHaveCount(0);
});

test('A user copies the content of a rejected change', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await train.addTask('Planned on the train', { collection: 'Home', description: 'With care' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await openAttention(train);

  await button(train.task('Add task “Planned on the train”'), 'Copy').click();

  await expect(train.success('Copied')).toBeVisible();
  const copied = await train.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Planned on the train');
  expect(copied).toContain('With care');
});

test('A collection of a name that another device took meanwhile can be tried again', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.addCollection('Garden', 'Fern');
  await train.addTask('Water the tomatoes', { collection: 'Garden' });
  await desk.addCollection('Garden', 'Lavender');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await expect(notice(train, 'Garden', 'Collection with the same name already exists!')).toBeVisible();
  await expect(notice(train, 'Water the tomatoes', COLLECTION_GONE)).toBeVisible();
  await train.link('Needs attention 2').click();
  const rejectedTask = train.task('Add task “Water the tomatoes”');
  await expect(train.task('Add collection “Garden”')).toBeVisible();
  // The dialog suggests the other device's collection of that name.
  await button(rejectedTask, 'Apply').click();
  await expect(rejectedTask).toBeHidden();
  await expect(desk.task('Water the tomatoes')).toContainText('Garden');
});

test('The other tab of the device shows rejected and settled changes', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  const second = await train.newTab();
  await second.editTask('Buy milk', { name: 'Buy oat milk' });
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await openAttention(second);
  await openAttention(train);
  await button(train.task('Edit task “Buy milk”'), 'Restore task').click();
  await expect(second.page.getByText('All settled', { exact: true })).toBeVisible();
});

test('A change of another version of the app is shown with all its values, to be copied and discarded', async ({
  app,
}) => {
  await app.begin(['Home']);
  // As if a newer app had run here, and been reverted.
  await app.page.evaluate(async (at) => {
    const { name = '' } =
      (await indexedDB.databases()).find(({ name }) => name?.startsWith('sunglow-')) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const mutation = { id: crypto.randomUUID(), name: 'task.label', args: { label: 'Urgent', at } };
    const writing = opening.result.transaction('rejection', 'readwrite');
    writing.objectStore('rejection').put({ mutation, code: 'INVALID', at });
    await new Promise((resolve) => (writing.oncomplete = resolve));
    opening.result.close();
  }, Date.now());
  await app.page.reload();
  await openAttention(app);
  const entry = app.task('A change by another version of Sunglow (task.label)');
  await expect(entry).toContainText('Urgent');
  await expect(entry.getByRole('button')).toHaveText(['Copy', 'Discard']);
  await button(entry, 'Discard').click();
  await button(app.dialog('Discard this change?'), 'Discard').click();
  await expect(app.page.getByText('All settled', { exact: true })).toBeVisible();
});
