import type { Locator } from '@playwright/test';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

const NAME = 'Search and commands';

const field = (app: App) => app.page.getByRole('combobox', { name: NAME, exact: true });
const results = (app: App) => app.dialog(NAME).getByRole('listbox', { name: 'Results', exact: true });
const result = (app: App, name: string | RegExp) => results(app).getByRole('option', { name });

/** Opens the palette with a key, and types into it. */
async function search(app: App, text: string, key = '/'): Promise<void> {
  await app.page.keyboard.press(key);
  await expect(field(app)).toBeFocused();
  await app.page.keyboard.type(text);
}

/** The option that screen readers announce as active. */
async function expectActive(app: App, option: Locator): Promise<void> {
  const id = await option.getAttribute('id');
  await expect(field(app)).toHaveAttribute('aria-activedescendant', id ?? 'none');
}

test('[V3] [V4] A user opens a task, a place and a command with a few keys each, and finds the latest choices', async ({
  app,
  server,
}) => {
  await app.begin();
  const [collectionId = ''] = await seedCollections(app, server, ['Café']);
  await seedTasks(
    app,
    server,
    [
      { name: 'Straße fegen', description: 'First the leaves.\nThen the needle in the notes.' },
      { name: 'Order tomato seeds', completedAt: 5 },
      'Sweep',
      '買い物に行く',
    ],
    { collectionId, date: day() },
  );
  await expect(app.task('Sweep')).toBeVisible();

  await app.header.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field(app)).toBeFocused();
  await expect(result(app, /^Add a task/)).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.dialog(NAME)).toBeHidden();
  await expect(app.header.getByRole('button', { name: 'Search', exact: true })).toBeFocused();

  await search(app, 'STRASSE cafe', 'Control+k');
  await expect(results(app).getByRole('option')).toHaveCount(1);
  await expect(results(app).locator('mark')).toHaveText(['Straße', 'Café']);
  await expect(app.dialog(NAME).getByRole('status')).toHaveText('1 result');
  await expectActive(app, result(app, /Straße fegen/));
  await app.page.keyboard.press('Enter');
  await expect(app.panel.getByRole('heading', { name: 'Straße fegen' })).toBeVisible();
  await expect(app.heading('Today')).toBeVisible();
  await app.button('Close task').click();

  await search(app, '物に');
  await expect(result(app, /買い物に行く/)).toBeVisible();
  await field(app).fill('needle');
  await expect(result(app, /Then the needle in the notes\./)).toBeVisible();
  await field(app).fill('tomatp');
  await expect(result(app, /Order tomato seeds completed/)).toBeVisible();
  await expect(app.dialog(NAME).getByRole('status')).toHaveText(
    /Nothing has “tomatp”. With “tomato”: 1 result/,
  );
  await field(app).fill('#Café & !done');
  await expect(results(app).getByRole('option')).toHaveCount(3);
  await field(app).fill('#Cafes');
  await expect(app.dialog(NAME).getByRole('status')).toHaveText(/There is no collection “Cafes”/);
  await field(app).fill('x'.repeat(40_000));
  await expect(app.dialog(NAME).getByRole('status')).toHaveText('Search for at most 500 characters.');
  await field(app).fill('🐈');
  await expect(app.dialog(NAME).getByRole('status')).toHaveText('Nothing found');
  await expect(results(app).getByRole('option')).toHaveText(['Add “🐈” as a task']);
  await field(app).fill('dark mode');
  await expect(result(app, /^Use the dark theme/)).toBeVisible();
  await field(app).fill('log out');
  await expect(result(app, /^Sign out/)).toBeVisible();
  await field(app).fill('settings');
  await expect(result(app, /^Preferences/)).toBeVisible();
  await field(app).fill('@sweep');
  await expect(app.dialog(NAME).getByRole('status')).toHaveText(/There is no label “sweep”/);

  await field(app).fill('tras');
  await app.page.keyboard.press('Enter');
  await expect(app.heading('Trash')).toBeFocused();
  await search(app, 'cafe');
  await expectActive(app, result(app, /Café.*Collection/));
  await app.page.keyboard.press('Enter');
  await expect(app.heading('Café')).toBeVisible();

  // Commands act on the row that had the focus, and it gets the focus back.
  await app.task('Sweep').focus();
  await search(app, 'swe', 'Control+k');
  await expectActive(app, result(app, /^Sweep/));
  await app.page.keyboard.press('Escape');
  await app.task('Sweep').focus();
  await search(app, 'reopen', 'Control+k');
  await expect(result(app, /Complete or reopen it.*Sweep/)).toBeVisible();
  await app.page.keyboard.press('Enter');
  await expect(app.success('Task completed')).toBeVisible();
  await search(app, 'undo');
  await app.page.keyboard.press('Enter');
  await expect(app.task('Sweep')).toBeVisible();
  await search(app, 'shortcuts');
  await app.page.keyboard.press('Enter');
  await expect(app.dialog('Keyboard shortcuts').getByText('Search, or give a command')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await search(app, '');
  const recent = results(app).getByRole('group', { name: 'Recent', exact: true }).getByRole('option');
  await expect(recent.first()).toHaveText(/Show the keyboard shortcuts/);
  await expect(recent.filter({ hasText: 'Straße fegen' })).toBeVisible();
  await app.page.keyboard.press('ArrowDown');
  await expectActive(app, recent.nth(1));
  await app.page.keyboard.press('Escape');
  await expect(app.dialog(NAME)).toBeHidden();
  await app.task('Sweep').focus();
  await search(app, 'its menu', 'Control+k');
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('menu', { name: 'More for Sweep', exact: true })).toBeVisible();
});

test('[V3] [V4] The palette works offline and at 320 px, and shows changes of another device', async ({
  app: phone,
  server,
  newDevice,
}) => {
  const wire = await phone.wire();
  const user = await phone.begin();
  const [collectionId = ''] = await seedCollections(phone, server, ['Home']);
  await seedTasks(phone, server, ['Water the roses', { name: 'x'.repeat(300) }], {
    collectionId,
    date: day(),
  });
  await expect(phone.task('Water the roses')).toBeVisible();
  const laptop = await newDevice();
  await laptop.join(user);
  await phone.page.setViewportSize({ width: 320, height: 640 });

  await phone.button('Search').click();
  await phone.page.keyboard.type('roses');
  await expect(results(phone).getByRole('option')).toHaveCount(1);
  await laptop.editTask('Water the roses', { name: 'Water the roses and the tulips' });
  await expect(result(phone, /roses and the tulips/)).toBeVisible();
  await laptop.addTask('Prune the roses', { collection: 'Home' });
  await expect(results(phone).getByRole('option')).toHaveCount(2);
  await expect(phone.dialog(NAME).getByRole('status')).toHaveText('2 results');
  expect(await violationsOf(phone, 'found')).toEqual([]);
  await field(phone).fill('xxx');
  await expect(results(phone).getByRole('option')).toHaveCount(1);
  await expectNoOverflow(phone);
  await field(phone).fill('');
  await expect(result(phone, /^Trash/)).toBeVisible();
  expect(await violationsOf(phone, 'nothing typed')).toEqual([]);
  await expectNoOverflow(phone);

  await wire.cut();
  await field(phone).fill('tulips');
  await result(phone, /roses and the tulips/).click();
  await expect(phone.page.getByRole('heading', { name: 'Water the roses and the tulips' })).toBeVisible();
});
