import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];

const bar = (app: App) => app.page.getByRole('toolbar', { name: 'Selection', exact: true });

const barButton = (app: App, name: string) => bar(app).getByRole('button', { name, exact: true });

async function expectSelected(app: App, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect(app.page.getByRole('checkbox', { name: `Select ${name}`, exact: true })).toBeChecked();
  await expect(bar(app)).toContainText(`${names.length} selected`);
}

/** Chooses in a menu of the bar. */
async function choose(app: App, menu: string, choice: string): Promise<void> {
  await barButton(app, menu).click();
  await app.dialog(menu).getByRole('button', { name: choice }).click();
}

test('[T10] Tasks are selected by x, by Shift with a click, by box and all at once, and Escape clears', async ({
  app,
}) => {
  await app.begin({ Home: NAMES, Work: [] });
  await app.task('Two').focus();
  await app.page.keyboard.press('x');
  await expectSelected(app, 'Two');
  await app.task('Four').click({ modifiers: ['Shift'] });
  await expectSelected(app, 'Two', 'Three', 'Four');
  await app.page.getByRole('checkbox', { name: 'Select Three', exact: true }).uncheck();
  await expectSelected(app, 'Two', 'Four');
  await app.task('One').focus();
  await app.page.keyboard.press('Control+a');
  await expectSelected(app, ...NAMES);
  // A menu handles Escape itself.
  await barButton(app, 'Date').click();
  await expect(app.dialog('Date')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.dialog('Date')).toBeHidden();
  await expectSelected(app, ...NAMES);
  await app.task('One').focus();
  await app.page.keyboard.press('m');
  await expect(barButton(app, 'Move')).toBeFocused();
  await app.page.keyboard.press('ArrowRight');
  await expect(barButton(app, 'Date')).toBeFocused();
  await app.page.keyboard.press('Escape');
  await expect(bar(app)).toBeHidden();
  // The task selected first.
  await expect(app.task('Two')).toBeFocused();
});

test('[T10] An action on the selected tasks is one change, undone at once', async ({ app }) => {
  await app.begin({ Home: NAMES, Work: [] });
  const selectAll = async () => {
    await app.task('One').focus();
    await app.page.keyboard.press('Control+a');
  };
  await selectAll();
  await choose(app, 'Priority', 'Priority 1');
  await expect(app.task('Five')).toContainText('1');
  // The selection stays, with the changed values.
  await barButton(app, 'Priority').click();
  const first = app.dialog('Priority').getByRole('button', { name: 'Priority 1' });
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await app.page.keyboard.press('Escape');
  await choose(app, 'Move', 'Work');
  await expect(bar(app)).toBeHidden();
  for (const name of NAMES) await expect(app.task(name)).toContainText('Work');
  await app.page.keyboard.press('Control+z');
  await expect(app.success('Change undone')).toBeVisible();
  for (const name of NAMES) await expect(app.task(name)).toContainText('Home');

  await selectAll();
  await choose(app, 'Date', 'Tomorrow');
  await expect(app.tasks).toHaveCount(0);
  await app.page.keyboard.press('Control+z');
  await expect(app.tasks).toHaveCount(5);

  await selectAll();
  await barButton(app, 'Complete').click();
  await expect(app.tasks).toHaveCount(0);
  await app.undo('Tasks completed', 'Completion undone');
  await expect(app.tasks).toHaveCount(5);

  await selectAll();
  await barButton(app, 'Delete').click();
  await app.confirmDeletion();
  await expect(app.tasks).toHaveCount(0);
  await app.undo('Tasks deleted', 'Deletion undone');
  await expect(app.tasks).toHaveCount(5);
  await expect(app.synced).toBeVisible();
});

test('[T10] The menu of the selection duplicates all, and on a phone opens a single one', async ({ app }) => {
  await app.page.setViewportSize({ width: 320, height: 640 });
  await app.begin({ Home: ['One', 'Two'] });
  for (const name of ['One', 'Two']) {
    await app.task(name).focus();
    await app.page.keyboard.press('x');
  }
  await barButton(app, 'More').click();
  expect(await violationsOf(app, 'the menu of the selection')).toEqual([]);
  await expect(app.menuItem('Open')).toBeHidden();
  await app.menuItem('Duplicate').click();
  await expect(app.success('Tasks duplicated')).toBeVisible();
  await expect(bar(app)).toBeHidden();
  await expect(app.tasks).toHaveCount(4);
  await app.page.keyboard.press('Control+z');
  await expect(app.tasks).toHaveCount(2);

  await app.task('Two').focus();
  await app.page.keyboard.press('x');
  await barButton(app, 'More').click();
  await app.menuItem('Open').click();
  await expect(app.page.getByRole('heading', { name: 'Two' })).toBeVisible();
});

test('[T6] [T10] Without dragging, keys move tasks into a section found by name, and out of their parents', async ({
  app,
}) => {
  await app.begin({ Home: ['One', 'Two', 'Three'], Work: [] });
  await app.openCollection('Work');
  await app.button('Add section').click();
  await app.page.getByLabel('Section name', { exact: true }).fill('Kitchen');
  await app.page.keyboard.press('Enter');
  await app.openCollection('Home');
  await app.task('Two').focus();
  await app.page.keyboard.press('Alt+ArrowRight');
  await expect(app.task('Two')).toHaveAttribute('aria-level', '2');
  const moveTo = async (words: string) => {
    for (const key of ['x', 'm', 'Enter']) await app.page.keyboard.press(key);
    const search = app.dialog('Move').getByLabel('Search collections and sections', { exact: true });
    await search.fill(words);
    await expect(app.dialog('Move').getByRole('listitem')).toHaveCount(1);
    await search.press('Enter');
    await expect(bar(app)).toBeHidden();
  };
  await moveTo('kitch');
  await expect(app.task('Two')).toBeHidden();
  await app.openCollection('Work');
  const kitchen = app.page.getByRole('list', { name: 'Kitchen', exact: true });
  await expect(kitchen.getByRole('listitem')).toHaveText([/Two/]);
  await app.task('Two').focus();
  await app.page.keyboard.press('x');
  await barButton(app, 'Move').click();
  await expect(app.dialog('Move').getByRole('button', { pressed: true })).toHaveText('Work / Kitchen');
  await app.page.keyboard.press('Escape');
  // While it closes, its search still has the keys.
  await expect(app.dialog('Move')).toBeHidden();
  await app.page.keyboard.press('Control+z');
  await app.openCollection('Home');
  await expect(app.task('Two')).toHaveAttribute('aria-level', '2');
});

test('[T10] The selection survives changes of others, and deleted tasks leave it', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: NAMES, Work: [] });
  await app.task('One').focus();
  await app.page.keyboard.press('Control+a');
  const other = await newDevice();
  await other.join(user);
  await other.completeTask('Two');
  await other.deleteTask('Three');
  await other.addTask('Six', { collection: 'Home' });
  await expect(app.task('Six')).toBeVisible();
  await expectSelected(app, 'One', 'Four', 'Five');
  await app.open('Upcoming');
  await expect(bar(app)).toBeHidden();
});

for (const width of [1280, 320]) {
  test(`[T10] At ${width} px a selection and its menus are accessible`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.begin({ Home: NAMES, Work: [] });
    await app.task('Two').focus();
    await app.page.keyboard.press('x');
    await expectSelected(app, 'Two');
    expect(await violationsOf(app, 'the selection')).toEqual([]);
    for (const menu of ['Move', 'Date', 'Priority', 'Labels']) {
      await barButton(app, menu).click();
      await expect(app.dialog(menu)).toBeVisible();
      expect(await violationsOf(app, menu)).toEqual([]);
      await app.page.screenshot({ path: test.info().outputPath(`${width}-${menu}.png`) });
      await app.page.keyboard.press('Escape');
      await expect(app.dialog(menu)).toBeHidden();
    }
  });
}
