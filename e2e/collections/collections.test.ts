import type { Locator } from '@playwright/test';

import { COLORS } from '#src/domain/colors.ts';

import { expect, test } from '#e2e/support/fixtures.ts';

const name = (dialog: Locator) => dialog.getByLabel('Collection name', { exact: true });
const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Add Collection', exact: true });

test('A collection needs a name and one of twelve colors', async ({ app }) => {
  await app.begin();
  await app.button('Add collection').click();
  const dialog = app.dialog('Add collection');
  const colors = dialog.getByRole('radiogroup', { name: 'Color', exact: true }).getByRole('radio');
  await expect(colors).toHaveCount(12);
  for (const [index, color] of COLORS.entries()) {
    await expect(colors.nth(index)).toHaveAccessibleName(color.name);
    await expect(colors.nth(index)).not.toBeChecked();
  }
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled();
  await expect(submit(dialog)).toBeDisabled();

  await name(dialog).fill('Home');
  await expect(submit(dialog)).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Blue-Gray', exact: true }).check();
  await expect(submit(dialog)).toBeEnabled();
  await name(dialog).fill('  ');
  await expect(submit(dialog)).toBeDisabled();
  await name(dialog).fill(' Home ');
  await submit(dialog).click();
  await expect(dialog).toBeHidden();
  await expect(app.success('Collection added')).toBeVisible();
  await expect(app.link('Home')).toBeVisible();

  await app.button('Add collection').click();
  await expect(name(dialog)).toHaveValue('');
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('A user who omits the name or the color learns it, and not before', async ({ app }) => {
  await app.begin();
  await app.button('Add collection').click();
  const dialog = app.dialog('Add collection');
  const needsName = dialog.getByText('Please enter a Collection Name', { exact: true });
  const needsColor = dialog.getByText('Please select a Color', { exact: true });
  await name(dialog).focus();
  await expect(name(dialog)).toBeFocused();
  await expect(needsName).toBeHidden();
  await dialog.getByRole('radio', { name: 'Fern', exact: true }).focus();
  await expect(needsName).toBeVisible();
  await expect(needsColor).toBeHidden();
  await name(dialog).focus();
  await expect(needsColor).toBeVisible();
  await name(dialog).fill('Home');
  await expect(needsName).toBeHidden();
  await dialog.getByRole('radio', { name: 'Fern', exact: true }).check();
  await expect(needsColor).toBeHidden();
});

test('Each collection shows its chosen color', async ({ app }) => {
  await app.begin();
  const chosen = [COLORS[0], COLORS[6], COLORS[11]];
  for (const color of chosen) {
    await app.addCollection(`In ${color.name}`, color.name);
    const shown = await app
      .link(`In ${color.name}`)
      .evaluate((link) => getComputedStyle(link.firstElementChild!).backgroundColor);
    expect(shown).toBe(rgb(color.hex));
  }
});

test('A second collection of exactly the same name is rejected', async ({ app }) => {
  await app.begin(['Home']);
  await app.button('Add collection').click();
  const dialog = app.dialog('Add collection');
  await name(dialog).fill('Home');
  await dialog.getByRole('radio', { name: 'Fern', exact: true }).check();
  await submit(dialog).click();
  await expect(app.error('Error!')).toBeVisible();
  await expect(app.error('Collection with the same name already exists!')).toBeVisible();
  await expect(dialog).toBeVisible();
  await expect(name(dialog)).toHaveValue('Home');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(app.link('Home')).toHaveCount(1);

  await app.addCollection('home');
  await expect(app.link('home')).toBeVisible();
});

test('Deleting a collection takes its open tasks along, and leaves the completed ones', async ({ app }) => {
  await app.begin();
  await app.addCollection('Home', 'Fern');
  await app.addCollection('Work', 'Lavender');
  await app.addTask('Sweep', { collection: 'Home' });
  await app.addTask('Dust', { collection: 'Home' });
  await app.addTask('Write the report', { collection: 'Work' });
  await app.completeTask('Dust');
  await expect(app.task('Dust')).toBeHidden();

  await app.openCollection('Home');
  await app.link('Home').hover();
  await app.button('Delete collection Home').click();
  const question = app.dialog('Are you sure you want to delete?');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(app.tasks).toContainText(['Sweep']);

  await app.deleteCollection('Home');
  await expect(app.success('Collection deleted')).toBeVisible();
  await expect(app.link('Home')).toBeHidden();
  await expect(app.page).toHaveURL('/app/today');
  await expect(app.tasks).toContainText(['Write the report']);
  await expect(app.task('Sweep')).toBeHidden();
  await app.open('Completed');
  await expect(app.task('Dust')).toContainText('Home');

  await app.page.reload();
  await expect(app.task('Dust')).toContainText('Home');
  await app.addCollection('Home', 'Sky Blue');
  await app.openCollection('Home');
  await expect(app.tasks).toHaveCount(0);
});

test('The button that deletes a collection appears under the pointer, and fingers find it in a menu', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const button = app.button('Delete collection Home');
  await app.heading('Today').hover();
  await expect(button).toHaveCSS('opacity', '0');
  await app.link('Home').hover();
  await expect(button).toHaveCSS('opacity', '1');
  await app.heading('Today').hover();
  await button.focus();
  await app.page.keyboard.press('Shift+Tab');
  await app.page.keyboard.press('Tab');
  await expect(button).toHaveCSS('opacity', '1');

  const phone = await newDevice({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });
  await phone.join(user);
  await phone.button('Menu').tap();
  await expect(phone.button('Delete collection Home')).toBeHidden();
  await phone.button('More for collection Home').tap();
  await phone.page.keyboard.press('Escape');
  await expect(phone.menuItem('Delete')).toBeHidden();
  await expect(phone.button('More for collection Home')).toBeFocused();
  await phone.button('More for collection Home').tap();
  await phone.menuItem('Delete').tap();
  await phone.confirmDeletion();
  await expect(phone.link('Home')).toBeHidden();
});

function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
