import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { changeInVain, expectAsBefore, fillDisk } from '#e2e/support/full-disk.ts';

test('A change that the device cannot store is undone, and the user is told', async ({ app, newDevice }) => {
  const wire = await app.wire();
  const user = await app.begin({ Home: ['Sweep'] });
  await wire.cut();
  await fillDisk(app);

  await changeInVain(app);

  await expectAsBefore(app);
  await app.page.reload();
  await wire.mend();
  await expectAsBefore(app);
  await app.addTask('There is room again', { collection: 'Home', date: day(1) });
  await expect(app.synced).toBeVisible();
  const desk = await newDevice();
  await desk.join(user);
  await expectAsBefore(desk);
});

test('While the server can be reached, it takes the changes that a full disk cannot store', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await desk.join(user);
  await fillDisk(app);

  await app.addTask('Too much for the disk', { collection: 'Home' });

  await expect(desk.task('Too much for the disk')).toBeVisible();
  await expect(app.page.getByText('This browser is not keeping your data', { exact: true })).toBeVisible();
  // Changes from the server appear, though they cannot be stored either.
  await desk.completeTask('Too much for the disk');
  await desk.addTask('From elsewhere', { collection: 'Home' });
  await expect(app.task('Too much for the disk')).toBeHidden();
  await expect(app.task('From elsewhere')).toBeVisible();

  await app.page.reload();
  await expect(app.synced).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
  await expect(app.page.getByText('This browser is not keeping your data', { exact: true })).toBeHidden();
});
