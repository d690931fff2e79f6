import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import type { App } from '#e2e/support/app.ts';

const menuOf = (app: App, name: string) =>
  app.page.getByRole('menu', { name: `More for ${name}`, exact: true });
const entry = (app: App, name: string) => app.page.getByRole('menuitem', { name, exact: true });

test('A user does with the menu of a row all that can be done with a task', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust'], Work: [] });
  await app.fromMenu('Dust', 'Date');
  await app
    .dialog('Date')
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await expect(app.task('Dust')).toBeHidden();
  await app.fromMenu('Sweep', 'Move');
  await app.dialog('Move').getByRole('button', { name: 'Work', exact: true }).click();
  await expect(app.task('Sweep')).toContainText('Work');
  await app.task('Sweep').hover();
  await app.button('More for Sweep').click();
  await entry(app, 'Priority').click();
  await app.page.getByRole('menuitemradio', { name: 'Priority 1', exact: true }).click();
  await expect(app.task('Sweep').getByText('Priority 1', { exact: true })).toBeVisible();

  await app.fromMenu('Sweep', 'Duplicate');
  await expect(app.success('Task duplicated')).toBeVisible();
  await expect(app.tasks).toContainText(['Sweep', 'Sweep']);
  await app.page.keyboard.press('Control+z');
  await expect(app.tasks).toHaveCount(1);
  await app.fromMenu('Sweep', 'Complete');
  await expect(app.task('Sweep')).toBeHidden();
});

test('The menu opens where the right button is pressed and by Shift+F10, has the keys of menus, and gives the focus back', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.task('Sweep').click({ button: 'right', position: { x: 200, y: 12 } });
  await expect(menuOf(app, 'Sweep')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(menuOf(app, 'Sweep')).toBeHidden();
  await expect(app.rowLink('Sweep')).toBeFocused();

  await app.page.keyboard.press('Shift+F10');
  await expect(menuOf(app, 'Sweep')).toBeFocused();
  await app.page.keyboard.press('ArrowDown');
  await expect(entry(app, 'Open')).toBeFocused();
  // The first letter of Labels; the arrow after it goes to the entry below.
  await app.page.keyboard.press('l');
  await expect(entry(app, 'Labels')).toBeFocused();
  await app.page.keyboard.press('End');
  await expect(entry(app, 'Delete')).toBeFocused();
  await app.page.keyboard.press('Enter');
  await app.confirmDeletion();
  await expect(app.task('Sweep')).toBeHidden();
  await expect(app.rowLink('Dust')).toBeFocused();
});

test('Keys on a focused row give it a day, a deadline, a place and labels, two steps each', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep'], Work: [] });
  await app.task('Sweep').focus();
  await app.page.keyboard.press('d');
  await app
    .dialog('Deadline')
    .getByRole('button', { name: /^Tomorrow/ })
    .press('Enter');
  await expect(app.task('Sweep').getByText('due tomorrow', { exact: true })).toBeVisible();
  await expect(app.task('Sweep')).toBeFocused();
  await app.page.keyboard.press('v');
  await expect(app.page.getByLabel('Search collections and sections')).toBeFocused();
  await app.page.keyboard.type('work');
  await app.page.keyboard.press('Enter');
  await expect(app.task('Sweep')).toContainText('Work');
  await expect(app.task('Sweep')).toBeFocused();
  await app.page.keyboard.press('t');
  await app
    .dialog('Date')
    .getByRole('button', { name: /^Next week/ })
    .press('Enter');
  await expect(app.task('Sweep')).toBeHidden();
  await app.open('Upcoming');
  await expect(app.task('Sweep')).toBeVisible();
  await expect(app.task('Sweep').getByText(day(1))).toBeHidden();
});

test('Keys pressed while the code of a popover loads start nothing else', async ({ app }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await app.page.route(/\/assets\/row-popovers-.*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await app.begin({ Home: ['Sweep'] });
  await app.task('Sweep').focus();
  await app.page.keyboard.press('v');
  // `r` opens reminders, `x` selects the row, `q` adds a task.
  await app.page.keyboard.type('rxq');
  arrive();
  await expect(app.page.getByLabel('Search collections and sections')).toBeFocused();
  await expect(app.page.getByRole('dialog')).toHaveCount(1);
  await expect(app.page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0);
  await app.page.keyboard.press('Escape');
  await expect(app.task('Sweep')).toBeFocused();
});

test('On a link in the text of a task, Shift+F10 is for the menu of the browser', async ({ app }) => {
  await app.begin({ Home: [{ name: 'Read', description: 'https://example.com/' }] });
  const row = app.task('Read');
  await row.locator('a[target="_blank"]').focus();
  await app.page.keyboard.press('Shift+F10');
  await expect(app.page.getByRole('menu')).toHaveCount(0);
  await row.focus();
  await app.page.keyboard.press('Shift+F10');
  await expect(app.page.getByRole('menu')).toBeFocused();
});
