import { expect, test } from './fixtures.ts';

test('From 832 px on, the sidebar is always there', async ({ app }) => {
  await app.page.setViewportSize({ width: 832, height: 700 });
  await app.signUp();
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
    await app.signUp();
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
    await app.page.mouse.click(width - 3, 600);
    await expect(menu).toBeHidden();

    await app.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(app.heading('Today')).toBeVisible();
    await app.addTask('Post the letter', { collection: 'Errands' });
    await expect(app.task('Post the letter')).toBeVisible();
  });
}

test('The header leads to today, to a new task, and to the account', async ({ app }) => {
  await app.signUp();
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

test('A phone that is turned keeps what its user is typing', async ({ app }) => {
  await app.page.setViewportSize({ width: 375, height: 850 });
  await app.signUp();
  await app.button('Menu').click();
  await app.button('Add collection').click();
  const name = app.dialog('Add collection').getByLabel('Collection name', { exact: true });
  await name.fill('Half a na');
  await app.page.setViewportSize({ width: 850, height: 375 });
  await expect(name).toHaveValue('Half a na');
  await expect(app.dialog('Add collection')).toBeVisible();
});

test('While the app is on its way, the page says that it is loading', async ({ app }) => {
  await app.signUp();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await app.page.route('**/assets/app-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await app.page.goto('/app/today', { waitUntil: 'commit' });
  await expect(app.page.getByText('Loading...', { exact: true })).toBeVisible();
  arrive();
  await expect(app.heading('Today')).toBeVisible();
  await expect(app.page.getByText('Loading...', { exact: true })).toBeHidden();
});
