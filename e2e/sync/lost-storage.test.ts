import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { changeInVain, expectAsBefore } from '#e2e/support/full-disk.ts';
import {
  breakStorage,
  clearStorage,
  crash,
  deleteDatabases,
  forbidStorage,
} from '#e2e/support/lost-storage.ts';

test.use({ serviceWorkers: 'allow' });

const WAYS = [
  { title: 'deleted', lose: deleteDatabases },
  { title: 'taken away by the browser', lose: clearStorage },
];
const NOT_KEPT = 'This browser is not keeping your data';

for (const { title, lose } of WAYS) {
  test(`The storage of two open tabs is ${title} while they are offline, and nothing is lost`, async ({
    app,
    newDevice,
  }) => {
    const wire = await app.wire();
    const user = await app.begin({ Home: ['On the server'] });
    const second = await app.newTab();
    await expect(second.synced).toBeVisible();
    await wire.cut();
    await app.addTask('By the first', { collection: 'Home' });
    await second.addTask('By the second', { collection: 'Home' });
    for (const tab of [app, second]) await expect(tab.tasks).toHaveCount(3);

    await lose(app);
    await app.addTask('After', { collection: 'Home' });

    for (const tab of [app, second]) await expect(tab.tasks).toHaveCount(4);
    await expect(app.header.getByText('Offline · 3 changes waiting', { exact: true })).toBeVisible();
    // The restored storage serves a tab without anything in memory.
    const third = await app.newTab();
    await expect(third.tasks).toHaveCount(4);
    await app.page.close();
    await second.page.close();
    await wire.mend();
    await expect(third.synced).toBeVisible();
    const desk = await newDevice();
    await desk.join(user);
    for (const name of ['On the server', 'By the first', 'By the second', 'After'])
      await expect(desk.task(name)).toBeVisible();
    await expect(desk.tasks).toHaveCount(4);
  });

  test(`The storage of two open tabs is ${title} while they are online, and they go on`, async ({
    app,
    newDevice,
  }) => {
    const user = await app.begin({ Home: ['Before'] });
    const second = await app.newTab();
    await expect(second.synced).toBeVisible();
    const desk = await newDevice();
    await desk.join(user);

    await lose(second);
    await second.addTask('By the second', { collection: 'Home' });
    await app.addTask('By the first', { collection: 'Home' });
    await desk.addTask('From elsewhere', { collection: 'Home' });

    for (const tab of [app, second, desk]) {
      await expect(tab.tasks).toHaveCount(4);
      await expect(tab.synced).toBeVisible();
    }
    await app.page.reload();
    await expect(app.tasks).toHaveCount(4);
    // A sign-out is not a loss for a tab to repair.
    await app.signOut();
    for (const tab of [app, second]) {
      await expect(tab.heading('Organize, Prioritize, Achieve')).toBeVisible();
      await expect.poll(() => tab.page.evaluate(() => indexedDB.databases())).toEqual([]);
    }
  });
}

test('A browser without storage works with the server, and says so', async ({ app, newDevice }) => {
  await forbidStorage(app);
  const user = await app.begin();
  await expect(app.page.getByText(NOT_KEPT, { exact: true })).toBeVisible();
  await app.addCollection('Home');
  await app.addTask('Online', { collection: 'Home' });
  const desk = await newDevice();
  await desk.join(user);
  await expect(desk.task('Online')).toBeVisible();
  await desk.completeTask('Online');
  await expect(app.task('Online')).toBeHidden();
  const second = await app.newTab();
  await second.addTask('By the second', { collection: 'Home' });
  await expect(app.task('By the second')).toBeVisible();
  await app.page.reload();
  await expect(app.task('By the second')).toBeVisible();
  await expect(app.page.getByText(NOT_KEPT, { exact: true })).toBeVisible();
});

for (const { title, take } of [
  { title: 'forbids its databases', take: forbidStorage },
  { title: 'opens its databases and cannot use them', take: breakStorage },
]) {
  test(`Offline, in a browser that ${title}, nothing is called saved, and nothing looks it`, async ({
    app,
    newDevice,
  }) => {
    await take(app);
    const wire = await app.wire();
    const user = await app.begin();
    await app.addCollection('Home');
    await app.addTask('Sweep', { collection: 'Home' });
    await wire.cut();
    await expect(app.page.getByText(/^Nothing can be saved until this tab is online again/)).toBeVisible();

    await changeInVain(app);

    await expectAsBefore(app);
    await expect(app.header.getByText('Offline', { exact: true })).toBeVisible();
    await wire.mend();
    await expectAsBefore(app);
    await app.addTask('Online again', { collection: 'Home', date: day(1) });
    const desk = await newDevice();
    await desk.join(user);
    await expectAsBefore(desk);
    await desk.open('Upcoming');
    await expect(desk.task('Online again')).toBeVisible();
  });
}

test('Of two offline tabs that both wrote, the first dies with its process, and both writes arrive', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin(['Home']);
  // Only a page opened by hand has a process of its own.
  const second = await app.newTab();
  await expect(second.synced).toBeVisible();
  await wire.cut();
  await app.addTask('By the first', { collection: 'Home' });
  await second.addTask('By the second', { collection: 'Home' });

  await crash(app);
  await second.addTask('After', { collection: 'Home' });
  await app.page.close();
  await wire.mend();

  await expect(second.synced).toBeVisible();
  const desk = await newDevice();
  await desk.join(user);
  for (const name of ['By the first', 'By the second', 'After']) await expect(desk.task(name)).toBeVisible();
  await expect(desk.tasks).toHaveCount(3);
});
