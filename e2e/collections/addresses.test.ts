import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

test('Every page can be opened by its address, and reloaded', async ({ app }) => {
  await app.begin();
  for (const title of ['Today', 'Upcoming', 'Overdue', 'Completed', 'Account']) {
    const path = `/app/${title.toLowerCase()}`;
    await app.page.goto(path);
    await expect(app.heading(title)).toBeVisible();
    await app.page.reload();
    await expect(app.heading(title)).toBeVisible();
    await expect(app.page).toHaveURL(path);
    await expect(app.page).toHaveTitle(`${title} · Sunglow`);
  }
  await app.page.goto('/app');
  await expect(app.page).toHaveURL('/app/today');
  await app.page.goto('/app/project/Nowhere');
  await expect(app.heading('Page Not Found!')).toBeVisible();
  await expect(app.page.getByText('Your collections are in the sidebar.')).toBeVisible();
  await app.page.setViewportSize({ width: 831, height: 720 });
  await expect(app.page.getByText('Your collections are in the menu.')).toBeVisible();
});

test('Addresses with a slash at the end are found, and so is a renamed collection on going back', async ({
  app,
}) => {
  await app.begin(['Home']);
  await app.page.goto('/app/project/Home/');
  await expect(app.heading('Home')).toBeVisible();
  await expect(app.page).toHaveURL('/app/project/Home');
  await app.open('Today');
  await app.openCollection('Home');
  await app.open('Upcoming');
  await app.link('Home').hover();
  await app.button('Edit collection Home').click();
  const dialog = app.dialog('Edit collection');
  await dialog.getByLabel('Collection name', { exact: true }).fill('House');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  await app.page.goBack();

  await expect(app.heading('House')).toBeVisible();
  await expect(app.page).toHaveURL('/app/project/House');
});

test('Collections of any name are found', async ({ app, server }) => {
  const names = [
    'a/b', '/', '50%', '#1', 'why?', 'two words', 'a&b=c+d', '🎉 party', '%2F', '.', '..', 'مرحبا بالعالم', 'C:\\temp',
    'constructor', 'a/../b', '<b>', 'today', 'index.html',
  ]; // prettier-ignore
  await app.begin();
  const ids = await seedCollections(app, server, names);
  for (const index of names.keys()) {
    await seedTasks(app, server, [`Task ${index}`], { date: day(), collectionId: ids[index]! });
  }
  for (const [index, name] of names.entries()) {
    await app.openCollection(name);
    await expect(app.task(`Task ${index}`)).toBeVisible();
    // Browsers treat these two as steps in the path.
    if (name !== '.' && name !== '..') {
      expect(app.page.url()).toBe(`${server.url}/app/project/${encodeURIComponent(name)}`);
    }
    await app.page.reload();
    await expect(app.heading(name)).toBeVisible();
    await expect(app.task(`Task ${index}`)).toBeVisible();
    await expect(app.tasks).toHaveCount(1);
  }
  await app.open('Today');
  await app.page.goBack();
  await expect(app.heading(names.at(-1)!)).toBeVisible();
});

test('An address of a collection typed by hand, unencoded, is understood', async ({ app }) => {
  await app.begin(['50% ü']);
  await app.page.goto('/app/project/50% ü');
  await expect(app.heading('50% ü')).toBeVisible();
  await app.addCollection('a/b');
  await app.page.goto('/app/project/a/b');
  await expect(app.heading('a/b')).toBeVisible();
});
