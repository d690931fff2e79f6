import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections } from '#e2e/support/raw-device.ts';

test('From 832 px on, the sidebar is always visible', async ({ app }) => {
  await app.page.setViewportSize({ width: 832, height: 700 });
  await app.begin();
  for (const view of ['Overdue', 'Today', 'Upcoming', 'Completed']) {
    await expect(app.link(view)).toBeVisible();
  }
  await expect(app.navigation.getByRole('heading', { name: 'Collections', exact: true })).toBeVisible();
  await expect(app.navigation.getByRole('button', { name: 'Add collection', exact: true })).toBeVisible();
  await expect(app.button('Menu')).toBeHidden();
  await expect(app.header.getByRole('link', { name: 'Home', exact: true })).toBeHidden();
});

for (const width of [831, 375]) {
  test(`At ${width} px the sidebar is a menu, and the header has a way home`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.begin();
    await expect(app.navigation).toBeHidden();

    const menu = app.dialog('Menu');
    await app.button('Menu').click();
    await expect(menu.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await app.open('Upcoming');
    await expect(menu).toBeHidden();

    await app.button('Menu').click();
    await app.addCollection('Errands');
    await app.link('Errands').click();
    await expect(menu).toBeHidden();
    await expect(app.heading('Errands')).toBeVisible();

    await app.button('Menu').click();
    await expect(menu).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(app.button('Menu')).toBeFocused();
    await app.button('Menu').click();
    await expect(menu).toBeVisible();
    await app.page.mouse.click(width - 3, 600);
    await expect(menu).toBeHidden();

    await app.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(app.heading('Today')).toBeVisible();
    await app.addTask('Post the letter', { collection: 'Errands' });
    await expect(app.task('Post the letter')).toBeVisible();
  });
}

test('The header leads to today, to a new task, and to the account', async ({ app }) => {
  await app.begin();
  for (const width of [1280, 375]) {
    await app.page.setViewportSize({ width, height: 700 });
    await app.header.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(app.page).toHaveURL('/app/account');
    await app.header.getByRole('link', { name: 'Sunglow', exact: true }).click();
    await expect(app.page).toHaveURL('/app/today');
    await app.header.getByRole('button', { name: 'Add task', exact: true }).click();
    await expect(app.dialog('Add task')).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(app.dialog('Add task')).toBeHidden();
  }
});

test('A turned phone keeps the input of its user', async ({ app }) => {
  await app.page.setViewportSize({ width: 375, height: 850 });
  await app.begin();
  await app.button('Menu').click();
  await app.button('Add collection').click();
  const name = app.dialog('Add collection').getByLabel('Collection name', { exact: true });
  await name.fill('Half a na');
  await app.page.setViewportSize({ width: 850, height: 375 });
  await expect(name).toHaveValue('Half a na');
  await expect(app.dialog('Add collection')).toBeVisible();
});

test('A user who widens the window while the menu is open continues by keys, and finds it closed', async ({
  app,
}) => {
  const { page } = app;
  const [narrow, wide] = [375, 1280].map((width) => ({ width, height: 700 }));
  const addCollection = app.dialog('Add collection');
  await page.setViewportSize(narrow!);
  await app.begin();
  for (const isBelowAnother of [false, true]) {
    await app.button('Menu').click();
    await expect(app.dialog('Menu')).toBeVisible();
    if (isBelowAnother) await app.button('Add collection').click();
    await page.setViewportSize(wide!);
    await expect(app.dialog('Menu')).toBeHidden();
    if (isBelowAnother) await page.keyboard.press('Escape');
    await expect(addCollection).toBeHidden();

    await page.keyboard.press('n');
    await expect(app.dialog('Add task')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.dialog('Add task')).toBeHidden();
    await page.setViewportSize(narrow!);
    await expect(app.button('Menu')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('Many collections scroll separately, beside the page and in the menu', async ({ app, server }) => {
  await app.page.setViewportSize({ width: 832, height: 600 });
  await app.begin();
  const names = Array.from({ length: 1000 }, (_, index) => `Collection ${index + 1}`);
  for (const part of [names.slice(0, 500), names.slice(500)]) await seedCollections(app, server, part);
  await expect(app.link('Collection 1')).toBeVisible();
  const inDocument = () => app.navigation.getByRole('link', { name: /^Collection / }).count();
  for (const width of [832, 375]) {
    await app.page.setViewportSize({ width, height: 600 });
    if (width < 832) await app.button('Menu').click();
    await app.link('Collection 1').hover();
    // Of any number of rows, only those near the window are in the document.
    expect(await inDocument()).toBeLessThan(100);
    await expect(async () => {
      await app.page.mouse.wheel(0, 10_000);
      await expect(app.link('Collection 1000')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(app.navigation.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '1000');
    expect(await app.page.evaluate(() => window.scrollY)).toBe(0);
  }
  await app.link('Collection 1000').click();
  await expect(app.heading('Collection 1000')).toBeVisible();
});

test('Below many collections, labels and filters stay in sight; groups fold, and a device remembers it', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(Array.from({ length: 40 }, (_, n) => `Collection ${n}`));
  const group = (name: string) => app.button(`${name} in the sidebar`);
  for (const name of ['Labels', 'Filters']) await expect(group(name)).toBeInViewport({ ratio: 1 });
  await expect(app.link('Progress')).toBeVisible();
  await app.link('Collection 39').focus();
  await expect(app.link('Collection 39')).toBeInViewport({ ratio: 1 });

  await group('Collections').click();
  await expect(group('Collections')).toHaveAttribute('aria-expanded', 'false');
  await expect(app.link('Collection 0')).toBeHidden();
  await app.page.reload();
  await expect(group('Collections')).toHaveAttribute('aria-expanded', 'false');
  await group('Collections').press('Enter');
  await expect(app.link('Collection 0')).toBeVisible();
});

test('A user with a photo sees it, and their initials when it cannot be loaded', async ({ app }) => {
  const user = await app.begin();
  const account = app.header.getByRole('link', { name: 'Account', exact: true });
  await expect(account.locator('[data-initials="AL"]')).toBeVisible();
  const photos = account.getByRole('presentation', { includeHidden: true });
  await expect(photos).toHaveCount(0);
  await usePhoto('/favicon.svg');
  await expect(photos).toHaveJSProperty('complete', true);
  await expect(photos).toHaveAttribute('src', '/favicon.svg');
  await app.openAccount();
  await expect(app.page.getByRole('main').getByRole('presentation', { includeHidden: true })).toHaveCount(1);

  app.watch.expect(/404/);
  await usePhoto('/no-such-photo.jpg');
  await expect(photos).toHaveCount(0);
  await expect(account.locator('[data-initials="AL"]')).toBeVisible();
  await expect(app.page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();

  /** Opens the page with another photo from the server, which the app asks when it opens. */
  async function usePhoto(image: string) {
    // Requested by the test itself: answers requested in a route are lost when the page reloads.
    const response = await app.page.request.get('/api/auth/get-session');
    const answer = (await response.json()) as { user: object };
    await app.page.unrouteAll({ behavior: 'wait' });
    await app.page.route('**/api/auth/get-session', (route) =>
      route.fulfill({ json: { ...answer, user: { ...answer.user, image } } }),
    );
    await app.page.reload();
  }
});
