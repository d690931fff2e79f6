import { newId } from '#src/domain/id.ts';
import { MAX_BATCH, PAGE_ROWS } from '#src/sync/protocol.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutation, RawDevice, seedCollections } from '#e2e/support/raw-device.ts';

const TASKS = 2 * PAGE_ROWS + 400;

// A page is smaller while other users are connected.
test.use({ ownServer: true });

test('A new device does not call anything saved before it has the rows of the server', async ({
  app,
  newDevice,
}) => {
  const user = await app.signUp();
  await app.addCollection('Home');
  await expect(app.synced).toBeVisible();
  const device = await newDevice();
  const wire = await device.wire();
  wire.holdAfter(0);
  await device.signIn(user);
  await expect(device.header.getByText('Loading', { exact: true })).toBeVisible();

  // The app has asked by then: the console would report a socket cut while it opens.
  await expect.poll(() => wire.sent.length).toBeGreaterThan(0);
  await wire.cut();
  wire.holdAfter(Infinity);
  await wire.mend();
  await expect(device.synced).toBeVisible();
  await expect(device.link('Home')).toBeVisible();
});

test('A user with many tasks signs in on a new device: they come page by page, with their progress, over a break', async ({
  app,
  newDevice,
  server,
}) => {
  const user = await app.signUp();
  const [collectionId = ''] = await seedCollections(app, server, ['Archive']);
  const raw = await RawDevice.of(app, server);
  for (let first = 0; first < TASKS; first += MAX_BATCH) {
    const count = Math.min(MAX_BATCH, TASKS - first);
    const tasks = Array.from({ length: count }, (_, i) => {
      const at = first + i;
      // The newest tasks are for today, so that they come with the last page.
      const date = at < TASKS - 10 ? day(30) : day();
      return mutation('task.add', {
        id: newId(),
        name: `Task ${at + 1}`,
        description: '',
        date,
        collectionId,
        at,
      });
    });
    await raw.push(...tasks);
  }
  raw.close();

  const device = await newDevice();
  const wire = await device.wire();
  wire.holdAfter(1);
  await device.signIn(user);

  const progress = device.page.getByRole('progressbar', { name: 'Loading your tasks' });
  await expect(progress).toHaveAttribute('max', String(TASKS));
  await expect(progress).toHaveAttribute('value', String(PAGE_ROWS));
  await expect(device.page.getByText('5,000 of 10,400', { exact: true })).toBeVisible();
  await expect(device.header.getByText('Loading', { exact: true })).toBeVisible();
  await expect(device.tasks).toHaveCount(0);

  await device.addTask('Written meanwhile', { collection: 'Archive' });
  await expect(device.task('Written meanwhile')).toBeVisible();
  await wire.cut();
  await expect(device.page.getByText('Some of your tasks are still loading', { exact: true })).toBeVisible();
  wire.holdAfter(Infinity);
  await wire.mend();

  await expect(device.synced).toBeVisible();
  await expect(device.page.getByRole('progressbar')).toBeHidden();
  await expect(device.task(`Task ${TASKS}`)).toBeVisible();
  await expect(device.task('Written meanwhile')).toBeVisible();
  await expect(device.tasks).toHaveCount(11);
  await device.open('Upcoming');
  await expect(device.task('Task 1')).toBeVisible();
});
