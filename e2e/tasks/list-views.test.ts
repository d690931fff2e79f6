import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const menu = (app: App) => app.dialog('View');

/** The headings of the page's list, each with the names of the tasks below it. */
async function expectGroups(app: App, groups: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const shown = () =>
    app.page
      .locator('main section[data-section]')
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector('h2')?.textContent ?? '',
          Array.from(section.querySelectorAll('[data-control="open"]'), (link) => link.textContent),
        ]),
      );
  await expect.poll(shown).toEqual(Object.entries(groups));
}

test('[V8] A list is grouped and sorted by its user, on all devices, and other lists stay the same', async ({
  app,
  newDevice,
}) => {
  const tasks = [
    { name: 'Bake', priority: 1, date: day(1) },
    { name: 'Water', priority: 4, date: day(3) },
    { name: 'Air', priority: 1, date: day(2) },
  ] as const;
  await app.begin({ Home: tasks });
  await app.openCollection('Home');
  await expectGroups(app, { '': ['Bake', 'Water', 'Air'] });

  await app.button('View').click();
  await menu(app).getByLabel('Group by', { exact: true }).selectOption('Priority');
  await menu(app).getByLabel('Sort by', { exact: true }).selectOption('Name');
  await expectGroups(app, { 'Priority 1': ['Air', 'Bake'], 'Priority 4': ['Water'] });
  await menu(app).getByLabel('Direction', { exact: true }).selectOption('Descending');
  await expectGroups(app, { 'Priority 1': ['Bake', 'Air'], 'Priority 4': ['Water'] });
  expect(await violationsOf(app, 'the menu of a view')).toEqual([]);
  await app.page.keyboard.press('Escape');
  await expect(app.button('View')).toBeFocused();

  // A change moves the task to its new group at once.
  await app.task('Water').focus();
  await app.page.keyboard.press('1');
  await expectGroups(app, { 'Priority 1': ['Water', 'Bake', 'Air'] });
  await expect(app.synced).toBeVisible();

  // Another browser with the same session saves a second sign-in.
  const other = await newDevice({ storageState: await app.context.storageState() });
  await other.page.goto('/app/project/Home');
  await expectGroups(other, { 'Priority 1': ['Water', 'Bake', 'Air'] });
  await other.button('View').click();
  await menu(other).getByLabel('Group by', { exact: true }).selectOption('None');
  await menu(other).getByLabel('Sort by', { exact: true }).selectOption('Date');
  await expectGroups(app, { '': ['Bake', 'Air', 'Water'] });
  await app.open('Upcoming');
  await expect(app.tasks.locator('[data-control="open"]')).toHaveText(['Bake', 'Air', 'Water']);
});

test('[V8] The list of a filter is grouped, and shown as a board, and follows its query', async ({ app }) => {
  const tasks = [{ name: 'Bake', priority: 1 }, 'Water', { name: 'Later', date: day(9) }] as const;
  await app.begin({ Home: tasks });
  await app.button('Add filter').click();
  await app.dialog('Add filter').getByLabel('Filter name', { exact: true }).fill('Now');
  await app.dialog('Add filter').getByLabel('Query', { exact: true }).fill('today');
  await app.dialog('Add filter').getByRole('button', { name: 'Add Filter', exact: true }).click();
  await app.page.getByRole('link', { name: 'Now' }).click();
  await app.button('View').click();
  await menu(app).getByLabel('Group by', { exact: true }).selectOption('Priority');
  await expectGroups(app, { 'Priority 1': ['Bake'], 'Priority 4': ['Water'] });
  await menu(app).getByRole('button', { name: 'Board', exact: true }).click();
  await app.page.keyboard.press('Escape');
  const board = app.page.locator('[data-board]');
  const cards = (name: string) =>
    board.getByRole('list', { name, exact: true }).locator('[data-control="open"]');
  await expect(cards('Priority 4')).toHaveText(['Water']);
  expect(await violationsOf(app, 'a board of a filter')).toEqual([]);

  await app.page.getByRole('main').getByRole('button', { name: 'Edit filter Now', exact: true }).click();
  await app.dialog('Edit filter').getByLabel('Query', { exact: true }).fill('!today');
  await app.dialog('Edit filter').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cards('Priority 4')).toHaveText(['Later']);
  await expect(cards('Priority 1')).toHaveCount(0);
});
