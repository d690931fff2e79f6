import { untilHeld } from '#bench/budgets/app-page.ts';
import { watchOpening } from '#bench/budgets/in-page-opening.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('A measurement is rejected on a device without the planted rows', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust', { name: 'Shop', date: day(1) }] });
  await app.page.addInitScript(watchOpening, 3);
  await app.page.reload();

  await untilHeld(app.page, 3, { saved: true });
  await expect(untilHeld(app.page, 4, { patience: 300 })).rejects.toThrow('The device has 3 of 4 tasks');
  await app.page.waitForFunction(() => globalThis.opening.times().whole > 0);
  const { painted, whole } = await app.page.evaluate(() => globalThis.opening.times());
  expect(whole).toBeGreaterThanOrEqual(painted);
});

test('A measurement is rejected while the device still loads', async ({ app, newDevice }) => {
  const user = await app.begin({ Home: ['Sweep'] });
  const device = await newDevice();
  await device.page.addInitScript(watchOpening, 1);
  const wire = await device.wire();
  wire.holdAfter(0);
  await device.join(user);

  const loading = untilHeld(device.page, 1, { saved: true, patience: 300 });
  await expect(loading).rejects.toThrow('The device has 0 of 1 tasks, and its indicator says "Loading"');
  // The app has asked by then: the console would report a socket cut while it opens.
  await expect.poll(() => wire.sent.length).toBeGreaterThan(0);
  await wire.cut();
  wire.holdAfter(Infinity);
  await wire.mend();
  await untilHeld(device.page, 1, { saved: true });
});
