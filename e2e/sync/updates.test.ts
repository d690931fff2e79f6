import type { App } from '#e2e/support/app.ts';
import { expect, isOnDevice, nextVersionIn, NO_SERVER, test, thisVersionIn } from '#e2e/support/versions.ts';

test.use({ serviceWorkers: 'allow' });

// One worker runs these tests and builds each version once.
test.describe.configure({ mode: 'default' });

const OFFER = 'There is a new version of Sunglow';

test('A new version is offered, loads when the user agrees, and unsent changes arrive', async ({
  app,
  newDevice,
  deploy,
}) => {
  app.watch.expect(NO_SERVER);
  const wire = await app.wire();
  const user = await app.signUp();
  await app.addCollection('Home');
  await expect(app.synced).toBeVisible();
  await isOnDevice(app);
  await wire.cut();
  await app.addTask('Not sent yet', { collection: 'Home' });
  await deploy('next');

  await app.page.reload();
  await expect(offerIn(app)).toBeVisible();
  // Until then the old version stays, even when the app opens again.
  await app.addTask('Neither', { collection: 'Home' });
  const another = await app.newTab();
  await expect(another.tasks).toHaveCount(2);
  await expect(thisVersionIn(another)).toBeAttached();
  await another.page.close();
  await expect(thisVersionIn(app)).toBeAttached();

  await app.button('Reload').click();
  await expect(nextVersionIn(app)).toBeAttached();
  await expect(offerIn(app)).toBeHidden();
  await expect(app.tasks).toContainText(['Not sent yet', 'Neither']);
  await expect(app.header.getByText('Offline · 2 changes waiting', { exact: true })).toBeVisible();
  await wire.mend();
  await expect(app.synced).toBeVisible();
  const desk = await newDevice();
  await desk.signIn(user);
  await expect(desk.tasks).toContainText(['Not sent yet', 'Neither']);
});

test('The other tabs follow, except one with a user at work', async ({ app: idle, deploy }) => {
  idle.watch.expect(NO_SERVER);
  await idle.signUp();
  await idle.addCollection('Home');
  await expect(idle.synced).toBeVisible();
  await isOnDevice(idle);
  const busy = await idle.newTab();
  const dialog = await busy.openTaskDialog();
  await busy.fillTask(dialog, { name: 'Half written', collection: 'Home' });
  const form = await idle.newTab('/app/account');
  await form.button('Change Name').click();
  await form.page.getByLabel('Name', { exact: true }).fill('Half a name');
  await deploy('next');

  const asked = await idle.newTab();
  await asked.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(offerIn(asked)).toBeVisible();
  await expect(offerIn(idle)).toBeVisible();
  await expect(asked.synced).toBeVisible();
  await asked.button('Reload').click();
  for (const tab of [asked, idle]) {
    await expect(nextVersionIn(tab)).toBeAttached();
    await expect(offerIn(tab)).toBeHidden();
  }
  for (const tab of [busy, form]) await expect(thisVersionIn(tab)).toBeAttached();
  await expect(form.page.getByLabel('Name', { exact: true })).toHaveValue('Half a name');
  await expect(dialog.getByLabel('Task name', { exact: true })).toHaveValue('Half written');
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(idle.task('Half written')).toBeVisible();
  await busy.button('Reload').click();
  await expect(nextVersionIn(busy)).toBeAttached();
  await expect(busy.task('Half written')).toBeVisible();
  await expect(offerIn(busy)).toBeHidden();
});

test('A tab that stays open looks for a new version every hour, and when the user comes back to it', async ({
  app,
  deploy,
}) => {
  app.watch.expect(NO_SERVER);
  await app.page.clock.install();
  await app.signUp();
  await isOnDevice(app);
  await deploy('next');
  const comeBack = () => app.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await comeBack();
  await app.page.clock.runFor('05:00');
  await expect(offerIn(app)).toBeHidden();
  await app.page.clock.runFor('06:00');
  await comeBack();
  await expect(offerIn(app)).toBeVisible();
});

test('[W11] A device older than the server learns it, and is up to date after a reload, with its unsent changes', async ({
  app,
  newDevice,
  deploy,
}) => {
  app.watch.expect(NO_SERVER);
  const user = await app.signUp();
  await app.addCollection('Home');
  await expect(app.synced).toBeVisible();
  await isOnDevice(app);
  await deploy('newer-protocol');
  await app.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(offerIn(app)).toBeVisible();
  await app.addTask('Held back', { collection: 'Home' });
  await expect(app.page.getByText('1 change waiting, safe on this device.', { exact: true })).toBeVisible();
  // Opening the app again does not help: the device still has the old version.
  await app.page.reload();
  await expect(app.task('Held back')).toBeVisible();
  await expect(offerIn(app)).toBeVisible();

  await app.button('Reload').click();
  await expect(nextVersionIn(app)).toBeAttached();
  await expect(app.synced).toBeVisible();
  await expect(offerIn(app)).toBeHidden();
  const desk = await newDevice();
  await desk.signIn(user);
  await expect(desk.tasks).toContainText(['Held back']);
});

function offerIn({ page }: App) {
  return page.getByText(OFFER, { exact: true });
}
