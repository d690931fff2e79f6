import type { Locator } from '@playwright/test';

import { expect, test } from '#e2e/support/fixtures.ts';
import { leave, type Trip } from '#e2e/support/train-trip.ts';

const button = (entry: Locator, name: string) => entry.getByRole('button', { name, exact: true });

test('Once a task is restored, here or by another device, its other edits are retried', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.editTask('Buy milk', { name: 'Buy oat milk' });
  await train.editTask('Buy oat milk', { description: 'Two litres' });
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 2').click();
  const first = train.tasks.filter({ hasNotText: 'Two litres' });
  const second = train.tasks.filter({ hasText: 'Two litres' });
  await expect(button(second, 'Restore task')).toBeVisible();

  await button(first, 'Restore task').click();
  await expect(first).toBeHidden();
  await expect(second).toContainText('The task was deleted, and is there again. Retry to keep the change.');
  await expect(second.getByRole('button')).toHaveText(['Retry', 'Copy', 'Discard']);

  await desk.deleteTask('Buy oat milk');
  await expect(button(second, 'Restore task')).toBeVisible();
  await desk.page.keyboard.press('Control+z');
  await button(second, 'Retry').click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  await expect(desk.task('Buy oat milk')).toContainText('Two litres');
});

/** Rejects a task added on this device, with two later changes of it. */
async function rejectWithChanges({ train, wire, desk }: Trip): Promise<Locator> {
  await train.addTask('Pack', { collection: 'Home' });
  await train.editTask('Pack', { description: 'With care' });
  await train.editTask('Pack', { name: 'Pack the bags' });
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  // One notification covers all of them.
  await expect(train.page.getByRole('alert').getByText('needs your attention')).toHaveText([
    '“Pack” needs your attention. The collection was deleted. Choose another collection.',
  ]);
  await train.link('Needs attention 3').click();
  const changes = train.task('Edit task “Pack”');
  await expect(changes).toHaveCount(2);
  for (const change of await changes.all()) {
    await expect(change).toContainText('The task was not added. This change is sent or discarded together');
    await expect(change.getByRole('button')).toHaveText(['Copy', 'Discard']);
  }
  return train.task('Add task “Pack”');
}

test('The changes of a rejected task go with it to another collection', async ({ app, newDevice }) => {
  const trip = await leave(app, newDevice);
  const entry = await rejectWithChanges(trip);
  await entry.getByRole('combobox').selectOption({ label: 'Work' });
  await button(entry, 'Apply').click();
  await expect(trip.train.page.getByText('All settled', { exact: true })).toBeVisible();
  for (const device of [trip.train, trip.desk]) {
    await device.openCollection('Work');
    await expect(device.task('Pack the bags')).toContainText('With care');
  }
});

test('The changes of a rejected task are discarded with it', async ({ app, newDevice }) => {
  const trip = await leave(app, newDevice);
  await button(await rejectWithChanges(trip), 'Discard').click();
  const question = trip.train.dialog('Discard this change?');
  await expect(question).toContainText('Add task “Pack”, with its later changes: this cannot be undone');
  await button(question, 'Discard').click();
  await expect(trip.train.page.getByText('All settled', { exact: true })).toBeVisible();
  await trip.train.page.reload();
  await expect(trip.train.page.getByText('All settled', { exact: true })).toBeVisible();
});

test('The completion of a rejected task goes with it as well', async ({ app, newDevice }) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.addTask('Pack', { collection: 'Home' });
  await train.completeTask('Pack');
  await desk.deleteCollection('Home');
  await expect(desk.synced).toBeVisible();
  await wire.mend();
  await train.link('Needs attention 2').click();
  await expect(train.task('Complete task “Pack”')).toContainText('sent or discarded together');

  const entry = train.task('Add task “Pack”');
  await entry.getByRole('combobox').selectOption({ label: 'Work' });
  await button(entry, 'Apply').click();
  await expect(train.page.getByText('All settled', { exact: true })).toBeVisible();
  for (const device of [train, desk]) {
    await device.link('Completed').click();
    await expect(device.task('Pack')).toBeVisible();
  }
});
