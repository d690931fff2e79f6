import { untilHeld } from '#bench/budgets/app-page.ts';
import { watchOpening } from '#bench/budgets/in-page-opening.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

test('A measurement is rejected on a device without the planted rows', async ({ app, server }) => {
  await app.signUp();
  const [home] = await seedCollections(app, server, ['Home']);
  await seedTasks(app, server, ['Sweep', 'Dust'], { date: day(), collectionId: home! });
  await seedTasks(app, server, ['Shop'], { date: day(1), collectionId: home! });
  await app.page.addInitScript(watchOpening, 3);
  await app.page.reload();

  await untilHeld(app.page, 3, { saved: true });
  await expect(untilHeld(app.page, 4, { patience: 300 })).rejects.toThrow('The device has 3 of 4 tasks');
  await app.page.waitForFunction(() => globalThis.opening.times().whole > 0);
  const { painted, whole } = await app.page.evaluate(() => globalThis.opening.times());
  expect(whole).toBeGreaterThanOrEqual(painted);
});

test('A measurement is rejected while the device still loads', async ({ app, newDevice, server }) => {
  const user = await app.signUp();
  const [home] = await seedCollections(app, server, ['Home']);
  await seedTasks(app, server, ['Sweep'], { date: day(), collectionId: home! });
  const device = await newDevice();
  await device.page.addInitScript(watchOpening, 1);
  const wire = await device.wire();
  wire.holdAfter(0);
  await device.signIn(user);

  const loading = untilHeld(device.page, 1, { saved: true, patience: 300 });
  await expect(loading).rejects.toThrow('The device has 0 of 1 tasks, and its indicator says "Loading"');
  await wire.cut();
  wire.holdAfter(Infinity);
  await wire.mend();
  await untilHeld(device.page, 1, { saved: true });
});
