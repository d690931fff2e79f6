import type { Locator } from '@playwright/test';

import { editCollection } from '#e2e/support/collection-dialog.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { leave, type Trip } from '#e2e/support/train-trip.ts';

const button = (entry: Locator, name: string) => entry.getByRole('button', { name, exact: true });
const newName = (entry: Locator) => entry.getByLabel('Choose another name', { exact: true });

const TAKEN = 'Collection with the same name already exists!';

/** Rejects a collection of this device for its name, with the later changes in it. */
async function rejectGarden({ train, wire, desk }: Trip): Promise<Locator> {
  await train.addCollection('Garden', 'Fern');
  await train.addTask('Water the tomatoes', { collection: 'Garden' });
  await train.editTask('Water the tomatoes', { description: 'In the evening' });
  await train.editTask('Buy milk', { collection: 'Garden' });
  await editCollection(train, 'Garden', { color: 'Lavender' });
  await desk.addCollection('Garden');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 5').click();
  return train.task('Add collection “Garden”');
}

test('A collection whose name was taken meanwhile is renamed, and the later changes in it go with it', async ({
  app,
  newDevice,
}) => {
  const trip = await leave(app, newDevice);
  const { train, desk } = trip;
  const entry = await rejectGarden(trip);
  await expect(entry).toContainText(TAKEN);
  // Actions that would be rejected again are not offered.
  await expect(entry.getByRole('button')).toHaveText(['Rename', 'Copy', 'Discard']);
  await expect(train.task('Add task “Water the tomatoes”')).toContainText(
    'The collection was not added. This change is sent with it, unless you choose another.',
  );

  const name = newName(entry);
  await expect(name).toHaveValue('Garden');
  await expect(button(entry, 'Rename')).toBeDisabled();
  await name.fill(' ');
  await name.blur();
  await expect(entry).toContainText('Please enter a Collection Name');
  await name.fill(' Home ');
  await expect(name).toHaveAccessibleDescription(TAKEN);
  await expect(button(entry, 'Rename')).toBeDisabled();
  await name.fill('Kitchen garden');
  await name.press('Enter');

  await expect(train.success('Sent again')).toBeVisible();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await expect(train.heading('Needs attention')).toBeFocused();
  for (const device of [train, desk]) {
    await device.openCollection('Kitchen garden');
    await expect(device.task('Water the tomatoes')).toContainText('In the evening');
    await expect(device.task('Buy milk')).toBeVisible();
    await device.openCollection('Garden');
    await expect(device.tasks).toHaveCount(0);
  }
});

test('Once the name is free again, the collection is retried as it was, with its tasks', async ({
  app,
  newDevice,
}) => {
  const trip = await leave(app, newDevice);
  const { train, desk } = trip;
  const entry = await rejectGarden(trip);
  await desk.deleteCollection('Garden');
  await expect(train.link('Garden')).toBeHidden();
  await button(entry, 'Retry').click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await desk.openCollection('Garden');
  await expect(desk.tasks).toHaveCount(2);
});

test('A collection renamed to a name taken meanwhile gets another one', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await editCollection(train, 'Home', { name: 'House', color: 'Fern' });
  await desk.addCollection('House');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 1').click();
  const entry = train.task('Edit collection “Home”');
  await newName(entry).fill('Our house');
  await button(entry, 'Rename').click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await desk.openCollection('Our house');
  await expect(desk.task('Buy milk')).toBeVisible();
});
