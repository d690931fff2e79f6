import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

const choice = (app: App, group: string, name: string) =>
  app.page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });
const theme = (app: App) => app.page.locator('html').getAttribute('data-theme');

test('In the compact density a window of 800 px shows 20 tasks and quick add, on all devices', async ({
  app,
  newDevice,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  const long =
    'Read the draft of the contract, and what the lawyer wrote about it, before the meeting of Friday';
  const user = await app.begin({ Home: [...Array.from({ length: 19 }, (_, n) => `Step ${n}`), long] });
  await app.openAccount('Preferences');
  await choice(app, 'Density', 'Compact').check();
  await expect(app.synced).toBeVisible();
  await app.open('Today');
  const other = await newDevice();
  await other.join(user);
  await other.page.setViewportSize({ width: 1280, height: 800 });
  for (const device of [app, other]) {
    await expect(device.tasks).toHaveCount(20);
    for (const last of [device.tasks.last(), device.button('Quick add')])
      await expect(last).toBeInViewport({ ratio: 1 });
  }
  expect(await violationsOf(app, 'compact list')).toEqual([]);
  await app.page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
});

test('Preferences are the same on all devices, live, after a time offline, and after undo', async ({
  app,
  newDevice,
}) => {
  const wire = await app.wire();
  const user = await app.begin();
  const other = await newDevice();
  await other.join(user);
  await app.openAccount('Preferences');
  await expect(app.page.getByRole('region', { name: 'Preferences' })).toBeVisible();

  await choice(app, 'Theme', 'Dark').check();
  await expect.poll(() => theme(app)).toBe('dark');
  await expect.poll(() => theme(other)).toBe('dark');
  expect(await violationsOf(app, 'Account')).toEqual([]);

  await wire.cut();
  await choice(app, 'First day of the week', 'Wednesday').check();
  await choice(app, 'Clock', '24-hour').check();
  await wire.mend();
  await expect(app.synced).toBeVisible();
  await other.openAccount('Preferences');
  await expect(choice(other, 'First day of the week', 'Wednesday')).toBeChecked();
  await expect(choice(other, 'Clock', '24-hour')).toBeChecked();
  await other.page.reload();
  await expect(choice(other, 'Clock', '24-hour')).toBeChecked();

  await choice(app, 'Clock', '24-hour').focus();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(choice(app, 'Clock', '24-hour')).not.toBeChecked();
  await expect(choice(other, 'Clock', '24-hour')).not.toBeChecked();
});
