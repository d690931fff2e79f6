import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test('[Q8] The first task needs no collection: quick add puts it into Inbox, says so, and takes both back', async ({
  app,
}) => {
  await app.begin();
  const { page } = app;
  await app.button('Quick add').click();
  await page.keyboard.type('Buy milk');
  await page.keyboard.press('Enter');
  await expect(app.task('Buy milk')).toBeVisible();
  await expect(app.success('Added to Inbox, a new collection')).toBeVisible();
  await expect(app.link('Inbox')).toBeVisible();
  expect(await violationsOf(app, 'Today')).toEqual([]);

  // The next key ends the note, and the next task is in sight in this list.
  await page.keyboard.type('Buy bread');
  await expect(app.success('Added to Inbox, a new collection')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(app.task('Buy bread')).toBeVisible();
  await expect(app.button('Undo')).toBeHidden();

  // A task that is not in sight here is told of, opened and taken back.
  await page.keyboard.type('Call Ada 2031-03-03 #Garden');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(app.success('Added to Mon, Mar 3, 2031, in Garden')).toBeVisible();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(app.panel.getByRole('heading', { name: 'Call Ada' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(app.link('Garden')).toBeHidden();
  await expect(app.success('Added to Mon, Mar 3, 2031, in Garden')).toBeHidden();
});

for (const width of [1280, 375, 320]) {
  test(`[Q3] At ${width} px suggestions are in view, and cover neither their field nor the list`, async ({
    app,
  }) => {
    const { page } = app;
    await page.setViewportSize({ width, height: width > 500 ? 720 : 568 });
    await app.begin({
      Home: Array.from({ length: 14 }, (_, place) => `Task ${place}`),
      Garden: [],
      Work: [],
    });
    await app.button('Quick add').click();
    await page.keyboard.type('Call Ada #');
    const options = page.getByRole('listbox', { name: 'Suggestions', exact: true }).getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(options.last()).toBeInViewport({ ratio: 1 });
    for (const each of [page.getByLabel('Task name', { exact: true }), options.first(), options.last()])
      expect(
        await each.evaluate((element) => {
          const { left, top, bottom } = element.getBoundingClientRect();
          return [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(left + 8, y)));
        }),
      ).toBe(true);
    await expectNoOverflow(app);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Task name', { exact: true })).toHaveValue(/^Call Ada #\w+ $/);
  });
}

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
