import { expect, test } from '#e2e/support/fixtures.ts';

test('A new user adds their first collection while adding the first task, after leaving the empty field', async ({
  app,
}) => {
  await app.signUp();
  const dialog = await app.openTaskDialog();
  await dialog.getByLabel('Task name', { exact: true }).fill('My first task');
  const collection = dialog.getByLabel('Collection', { exact: true });
  const way = dialog.getByRole('button', { name: 'New collection', exact: true });

  await collection.focus();
  await app.page.keyboard.press('Tab');
  await expect(way).toBeFocused();
  await expect(dialog.getByText('Please select a Collection', { exact: true })).toBeVisible();

  await way.click();
  const adding = app.dialog('Add collection');
  await adding.getByLabel('Collection name', { exact: true }).fill('Home');
  await adding.getByRole('radio', { name: 'Fern', exact: true }).check();
  await adding.getByRole('button', { name: 'Add Collection', exact: true }).click();
  await expect(collection.locator('option:checked')).toHaveText('Home');
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(app.task('My first task')).toBeVisible();
});

for (const width of [1280, 375]) {
  test(`At ${width} px what a press takes the focus from does not move what is pressed`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 800 });
    await app.signUp();
    const dialog = await app.openTaskDialog();
    const collection = dialog.getByLabel('Collection', { exact: true });
    const error = dialog.getByText('Please select a Collection', { exact: true });
    const way = dialog.getByRole('button', { name: 'New collection', exact: true });

    await collection.focus();
    await way.hover();
    await app.page.mouse.down();
    await expect(collection).not.toBeFocused();
    await expect(error).toBeHidden();
    await app.page.mouse.up();
    await expect(app.dialog('Add collection')).toBeVisible();

    // Two fields there also show their errors after the press that leaves them.
    const adding = app.dialog('Add collection');
    await adding.getByLabel('Collection name', { exact: true }).focus();
    await adding.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(adding).toBeHidden();
    await expect(error).toBeVisible();
    await expect(way).toBeVisible();
  });
}
