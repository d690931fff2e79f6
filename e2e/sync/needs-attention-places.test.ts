import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { leave } from '#e2e/support/train-trip.ts';

test('[T3] A sub-task of a task that was deleted elsewhere becomes a task of its own', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  await train.rowLink('Buy milk').click();
  await train.page.getByLabel('Add sub-task', { exact: true }).fill('Take a bag');
  await train.page.keyboard.press('Enter');
  await desk.deleteTask('Buy milk');
  await expect(desk.synced).toBeVisible();

  await wire.mend();
  await train.link('Needs attention 1').click();
  const entry = train.task('Add task “Take a bag”');
  await expect(entry).toContainText('The task above was deleted.');
  expect(await violationsOf(train, 'Needs attention')).toEqual([]);
  await entry.getByRole('button', { name: 'Make it a task of its own', exact: true }).press('Enter');
  await expect(entry).toBeHidden();
  for (const device of [train, desk]) {
    await device.openCollection('Home');
    await expect(device.task('Take a bag')).toBeVisible();
  }
});

test('[T5] A label that two devices added by one name becomes one, on the tasks of both', async ({
  app,
  newDevice,
}) => {
  const { train, wire, desk } = await leave(app, newDevice);
  const label = async (device: typeof train, name: string) => {
    const dialog = await device.openTask(name);
    await dialog.getByRole('button', { name: 'Labels', exact: true }).click();
    await device.dialog('Labels').getByLabel('Search labels').fill('waiting');
    await device.dialog('Labels').getByRole('button', { name: 'Create “waiting”' }).click();
    await device.page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await desk.addTask('Call the bank', { collection: 'Home' });
  await label(desk, 'Call the bank');
  await expect(desk.synced).toBeVisible();
  await label(train, 'Buy milk');
  await expect(train.page.getByRole('status').getByText('2 tasks', { exact: true })).toBeHidden();
  await wire.mend();

  await expect(
    train.error('“waiting” needs your attention. A label with the same name already exists.'),
  ).toBeVisible();
  await train.link('Needs attention 1').click();
  const entry = train.task('Add label “waiting”');
  await expect(entry).toContainText('Another label has this name now.');
  await expect(entry.getByLabel('Choose another name', { exact: true })).toHaveValue('waiting');
  expect(await violationsOf(train, 'Needs attention')).toEqual([]);
  for (const width of [1280, 320]) {
    await train.page.setViewportSize({ width, height: 700 });
    await train.page.screenshot({ path: test.info().outputPath(`label-${width}.png`) });
  }
  await train.page.setViewportSize({ width: 1280, height: 700 });
  await entry.getByRole('button', { name: 'Use the existing label', exact: true }).click();
  await expect(entry).toBeHidden();
  for (const device of [train, desk]) {
    await device.open('Today');
    for (const name of ['Buy milk', 'Call the bank'])
      await expect(device.task(name).getByText('waiting', { exact: true })).toBeVisible();
  }
});
