import type { Locator } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { editCollection, openCollectionDialog } from '#e2e/support/collection-dialog.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const TAKEN = 'Collection with the same name already exists!';

const nameOf = (dialog: Locator) => dialog.getByLabel('Collection name', { exact: true });
const saveOf = (dialog: Locator) => dialog.getByRole('button', { name: 'Save', exact: true });

/** The collections' names in order. */
const names = (app: App) =>
  app.navigation.getByRole('region', { name: 'Collections' }).getByRole('link').allInnerTexts();

for (const width of [1280, 832, 831, 375]) {
  test(`At ${width} px a collection is renamed and gets another colour`, async ({ app, newDevice }) => {
    await app.page.setViewportSize({ width, height: 700 });
    const user = await app.begin();
    await app.showSidebar();
    await app.addCollection('Home', 'Fern');
    const dialog = await openCollectionDialog(app, 'Home');
    await expect(nameOf(dialog)).toHaveValue('Home');
    await expect(dialog.getByRole('radio', { name: 'Fern', exact: true })).toBeChecked();
    await expect(saveOf(dialog)).toBeEnabled();
    await nameOf(dialog).fill(' House ');
    await dialog.getByRole('radio', { name: 'Lavender', exact: true }).check();
    await saveOf(dialog).click();
    await expect(dialog).toBeHidden();
    await expect(app.success('Collection saved')).toBeVisible();
    await expect(app.link('Home')).toBeHidden();
    await expect(app.button('Edit collection House')).toBeFocused();
    const shown = await app
      .link('House')
      .evaluate((link) => getComputedStyle(link.firstElementChild!).backgroundColor);
    expect(shown).toBe('rgb(191, 143, 204)');

    const desk = await newDevice();
    await desk.join(user);
    await expect(desk.link('House')).toBeVisible();
  });
}

test('A collection keeps its edited name and color, by the same rules as a new one', async ({ app }) => {
  await app.begin();
  await app.addCollection('Home', 'Fern');
  const dialog = await openCollectionDialog(app, 'Home');
  const needsName = dialog.getByText('Please enter a Collection Name', { exact: true });
  await nameOf(dialog).fill('  ');
  await expect(saveOf(dialog)).toBeDisabled();
  await expect(needsName).toBeHidden();
  await nameOf(dialog).blur();
  await expect(needsName).toBeVisible();
  await app.cancel(dialog);
  await expect(app.link('Home')).toBeVisible();

  // The draft is restored.
  const again = await openCollectionDialog(app, 'Home');
  await expect(nameOf(again)).toHaveValue('  ');
  await again.getByRole('button', { name: 'Start over', exact: true }).click();
  await expect(nameOf(again)).toHaveValue('Home');
  await saveOf(again).click();
  await expect(again).toBeHidden();
  await expect(app.success('Collection saved')).toBeHidden();
});

test('A name that another collection has is rejected, and stays in the form', async ({ app }) => {
  const wire = await app.wire();
  await app.begin(['Home', 'Work']);
  // The device rejects the name without the server.
  await wire.cut();
  const dialog = await openCollectionDialog(app, 'Work');
  await nameOf(dialog).fill(' Home');
  await nameOf(dialog).press('Enter');
  await expect(app.error('Error!')).toBeVisible();
  await expect(app.error(TAKEN)).toBeVisible();
  await expect(nameOf(dialog)).toHaveValue(' Home');
  await expect(nameOf(dialog)).toHaveAccessibleDescription(TAKEN);
  await expect(saveOf(dialog)).toBeDisabled();
  await nameOf(dialog).fill('home');
  await expect(nameOf(dialog)).not.toHaveAccessibleDescription(TAKEN);
  await saveOf(dialog).click();
  await expect(dialog).toBeHidden();
  expect(await names(app)).toEqual(['Home', 'home']);
});

test('An edit sends only its changes: two devices rename and recolor at once', async ({ app, newDevice }) => {
  const user = await app.begin();
  await app.addCollection('Home', 'Fern');
  const desk = await newDevice();
  await desk.join(user);
  const dialog = await openCollectionDialog(app, 'Home');
  await editCollection(desk, 'Home', { color: 'Sky Blue' });
  await nameOf(dialog).fill('House');
  await saveOf(dialog).click();
  const colorOn = (device: App) =>
    device.link('House').evaluate((link) => getComputedStyle(link.firstElementChild!).backgroundColor);
  await expect(desk.link('House')).toBeVisible();
  for (const device of [app, desk]) await expect.poll(() => colorOn(device)).toBe('rgb(118, 215, 234)');
});

test('An edit does not bring back a collection deleted meanwhile', async ({ app, newDevice }) => {
  const user = await app.begin(['Home']);
  const desk = await newDevice();
  await desk.join(user);
  const dialog = await openCollectionDialog(app, 'Home');
  await desk.deleteCollection('Home');
  // `includeHidden`, since the dialog hides the page behind it.
  await expect(app.page.getByRole('link', { name: 'Home', exact: true, includeHidden: true })).toHaveCount(0);
  await nameOf(dialog).fill('House');
  await saveOf(dialog).click();
  await expect(app.error('The collection was deleted. Restore it to keep the change.')).toBeVisible();
  await expect(nameOf(dialog)).toHaveValue('House');
});

test('The question before a collection is deleted says how many tasks go with it', async ({ app }) => {
  await app.begin(['Home']);
  const question = app.dialog('Are you sure you want to delete?');
  const expectText = async (text: string) => {
    await app.link('Home').hover();
    await app.button('Delete collection Home').click();
    await expect(question.getByText(text, { exact: true })).toBeVisible();
    await app.cancel(question);
  };
  await expectText('Move “Home” to Trash? You can restore it for 30 days.');
  await app.addTask('Sweep', { collection: 'Home' });
  await expectText('Move “Home” and the task in it to Trash? You can restore them for 30 days.');
  await app.addTask('Dust', { collection: 'Home' });
  await expectText('Move “Home” and the 2 tasks in it to Trash? You can restore them for 30 days.');
  await app.completeTask('Dust');
  await expectText(
    'Move “Home” and the task in it to Trash? You can restore them for 30 days. Completed tasks stay.',
  );
  await app.completeTask('Sweep');
  await expectText('Move “Home” to Trash? You can restore it for 30 days. Completed tasks stay.');
});
