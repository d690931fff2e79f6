import { CLOSE } from '#src/sync/protocol.ts';

import { expect, test } from '#e2e/support/fixtures.ts';
import { RawDevice } from '#e2e/support/raw-device.ts';

const BANNER = 'There is a new version of Sunglow';

test('When the server speaks a newer protocol, the app asks to be reloaded, and still works', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  await wire.cut(CLOSE.UPGRADE);
  await expect(app.page.getByText(BANNER, { exact: true })).toBeVisible();
  await app.addTask('Before the reload', { collection: 'Home' });
  await app.completeTask('Before the reload');
  await app.addTask('Stays', { collection: 'Home' });
  await expect(app.header.getByText('Update needed · 3 changes waiting', { exact: true })).toBeVisible();
  // The offer does not interrupt the user's work.
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Half written' });
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Half written');
  await app.cancel(dialog);

  // The page continues as if the reload had brought the new app's code.
  await wire.cut();
  const loaded = app.page.waitForEvent('load');
  await app.button('Reload').click();
  await loaded;
  await wire.mend();
  await expect(app.task('Stays')).toBeVisible();
  await expect(app.page.getByText(BANNER, { exact: true })).toBeHidden();
  await expect(app.synced).toBeVisible();
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.tasks).toContainText(['Stays']);
  await desk.open('Completed');
  await expect(desk.tasks).toContainText(['Before the reload']);
});

test('The server turns away a device of another protocol, and says why', async ({ app, server }) => {
  await app.begin();
  const cookies = await app.context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const device = await RawDevice.open(server, { cookie });
  device.send({ type: 'hello', protocol: 999, userId: 'any', version: 0 });
  expect((await device.closed).code).toBe(CLOSE.UPGRADE);
  expect(device.frames).toEqual([]);
});

test('An old tab lets go of the data when a newer version wants to upgrade them', async ({ app }) => {
  app.watch.expect(/the server responded with a status of 404/);
  await app.begin(['Home']);
  const newer = await app.newTab('/nowhere');
  await newer.page.evaluate(async () => {
    const [database] = await indexedDB.databases();
    const opening = indexedDB.open(database?.name ?? '', (database?.version ?? 0) + 1);
    await new Promise<void>((resolve, reject) => {
      opening.addEventListener('success', () => resolve());
      opening.addEventListener('error', () => reject(new Error('It could not be upgraded.')));
    });
  });
  await expect(app.page.getByText(BANNER, { exact: true })).toBeVisible();
  await expect(app.button('Reload')).toBeVisible();
});
