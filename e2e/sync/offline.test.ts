import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { identityOf } from '#e2e/support/raw-device.ts';

test.use({ motion: true, serviceWorkers: 'allow' });

test('A user plans a task offline and finds it on the other device', async ({ app: train, newDevice }) => {
  const wire = await train.wire();
  const user = await train.begin(['Home']);
  for (const name of ['Edit me', 'Complete me', 'Delete me'])
    await train.addTask(name, { collection: 'Home' });
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.tasks).toHaveCount(3);

  await wire.cut();
  await expect(train.header.getByText('Offline', { exact: true })).toBeVisible();
  await train.addCollection('Garden', 'Fern');
  await train.addTask('Water the tomatoes', { collection: 'Garden' });
  await train.editTask('Edit me', { name: 'Edited' });
  await train.completeTask('Complete me');
  await train.deleteTask('Delete me');
  const seen = async () => {
    await expect(train.link('Garden')).toBeVisible();
    await train.open('Today');
    await expect(train.tasks).toContainText(['Edited', 'Water the tomatoes']);
    await expect(train.header.getByText('Offline · 5 changes waiting', { exact: true })).toBeVisible();
    await train.open('Completed');
    await expect(train.tasks).toContainText(['Complete me']);
  };
  await seen();
  await train.page.reload();
  await seen();
  await expect(desk.tasks).toContainText(['Edit me', 'Complete me', 'Delete me']);

  await wire.mend();
  await expect(desk.tasks).toContainText(['Edited', 'Water the tomatoes']);
  await expect(desk.link('Garden')).toBeVisible();
  await desk.open('Completed');
  await expect(desk.tasks).toContainText(['Complete me']);
  await expect(train.synced).toBeVisible();
});

test('Two devices edit one task offline, and both edits are kept', async ({ app: train, newDevice }) => {
  const trainWire = await train.wire();
  const user = await train.begin({ Home: ['Buy milk'] });
  const plane = await newDevice();
  const planeWire = await plane.wire();
  await plane.join(user);
  await expect(plane.task('Buy milk')).toBeVisible();

  await trainWire.cut();
  await planeWire.cut();
  await train.editTask('Buy milk', { name: 'Buy oat milk' });
  await plane.editTask('Buy milk', { description: 'Two litres' });
  await trainWire.mend();
  await expect(train.synced).toBeVisible();
  await planeWire.mend();

  for (const device of [train, plane]) {
    await expect(device.task('Buy oat milk')).toContainText('Two litres');
    await expect(device.tasks).toHaveCount(1);
  }
});

test('Two tabs show their offline changes to each other', async ({ app: first, newDevice }) => {
  const wire = await first.wire();
  const user = await first.begin(['Home']);
  const second = await first.newTab();
  await expect(second.link('Home')).toBeVisible();
  await wire.cut();

  await first.addTask('From the first', { collection: 'Home' });
  await expect(second.task('From the first')).toBeVisible();
  await second.addTask('From the second', { collection: 'Home' });
  await expect(first.task('From the second')).toBeVisible();
  await first.editTask('From the second', { name: 'Edited by the first' });
  await expect(second.task('Edited by the first')).toBeVisible();
  await second.completeTask('From the first');
  await expect(first.task('From the first')).toBeHidden();
  await expect(first.header.getByText('Offline · 4 changes waiting', { exact: true })).toBeVisible();
  await expect(second.header.getByText('Offline · 4 changes waiting', { exact: true })).toBeVisible();

  await wire.mend();
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.tasks).toContainText(['Edited by the first']);
  await expect(desk.tasks).toHaveCount(1);
});

test('When the tab connected to the server is closed, the other one takes over', async ({
  app: first,
  newDevice,
}) => {
  const wire = await first.wire();
  const user = await first.begin(['Home']);
  const second = await first.newTab();
  await expect(second.link('Home')).toBeVisible();
  const desk = await newDevice();
  await desk.join(user);

  await second.addTask('Through the first', { collection: 'Home' });
  await expect(desk.task('Through the first')).toBeVisible();

  await wire.cut();
  await first.addTask('Left behind by the first', { collection: 'Home' });
  await expect(second.task('Left behind by the first')).toBeVisible();
  await first.page.close();
  await second.addTask('On my own', { collection: 'Home' });
  await wire.mend();
  await expect(desk.tasks).toContainText(['Through the first', 'Left behind by the first', 'On my own']);
  await desk.addTask('And back', { collection: 'Home', date: day() });
  await expect(second.task('And back')).toBeVisible();
});

test('When a network dies silently, the user soon reads it, and the changes arrive once it is back', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  const second = await app.newTab();
  await expect(second.synced).toBeVisible();
  wire.die();
  await app.addTask('Into the void', { collection: 'Home' });
  for (const tab of [app, second])
    await expect(tab.header.getByText('Offline · 1 change waiting', { exact: true })).toBeVisible();

  await wire.mend();
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.task('Into the void')).toBeVisible();
  await expect(app.synced).toBeVisible();

  // No change waits, so the app goes by the browser's own state of the network.
  wire.die();
  await app.page.evaluate(() => dispatchEvent(new Event('offline')));
  for (const tab of [app, second])
    await expect(tab.header.getByText('Offline', { exact: true })).toBeVisible();
});

test('Signing out without a network leaves no data on the device, and the session ends with the next network', async ({
  app,
  request,
}) => {
  app.watch.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const user = await app.begin(['Home']);
  await app.openAccount();
  await expect(app.synced).toBeVisible();
  const { cookie } = await identityOf(app);
  const whoIsIn = async () => {
    const answer = await request.get('/api/auth/get-session', { headers: { cookie } });
    return JSON.stringify(await answer.json());
  };
  await app.context.setOffline(true);

  await app.button('Sign out').click();

  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
  await expect.poll(() => app.page.evaluate(() => indexedDB.databases())).toEqual([]);
  expect(await app.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(user.email);
  expect(await whoIsIn()).toContain(user.email);
  // A leftover flag would look like this: it opens nothing.
  await app.page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
  await app.context.setOffline(false);
  await app.page.goto('/app/today');
  await expect(app.heading('Sign in')).toBeVisible();
  expect(await whoIsIn()).toBe('null');

  await app.submitSignIn(user);
  await expect(app.link('Home')).toBeVisible();
});
