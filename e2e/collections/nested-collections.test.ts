import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { editCollection, openCollectionDialog } from '#e2e/support/collection-dialog.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const list = (app: App) => app.navigation.getByRole('region', { name: 'Collections' }).getByRole('list');

/** The collections in the sidebar, with a dash for each level. */
async function expectTree(app: App, ...names: string[]): Promise<void> {
  await expect(async () => {
    const items = await list(app)
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((item) => '-'.repeat(Number(item.ariaLevel) - 1) + item.querySelector('a')!.textContent),
      );
    expect(items).toEqual(names);
  }).toPass();
}

/** Moves a collection below another in its dialog. */
async function nest(app: App, name: string, parent: string): Promise<void> {
  const dialog = await openCollectionDialog(app, name);
  await dialog.getByLabel('Parent', { exact: true }).selectOption({ label: parent });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

for (const width of [1280, 831, 375]) {
  test(`[T8] At ${width} px collections stand below others, and fold`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.begin(['Home', 'Garden', 'Beds', 'Work']);
    await app.showSidebar();
    await nest(app, 'Garden', 'Home');
    await nest(app, 'Beds', 'Garden');
    await expectTree(app, 'Home', '-Garden', '--Beds', 'Work');

    // Three levels are the most, and no collection can be below itself.
    const dialog = await openCollectionDialog(app, 'Home');
    await expect(dialog.getByLabel('Parent', { exact: true })).toBeHidden();
    await app.cancel(dialog);
    const other = await openCollectionDialog(app, 'Work');
    await expect(other.getByLabel('Parent', { exact: true }).getByRole('option')).toHaveText([
      'No parent',
      'Home',
      'Garden',
    ]);
    await app.cancel(other);

    const fold = app.button('Sub-collections of Home');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await fold.click();
    await expectTree(app, 'Home', 'Work');
    await app.page.reload();
    await app.showSidebar();
    await expectTree(app, 'Home', 'Work');
    expect(await violationsOf(app, 'folded collections')).toEqual([]);
    await app.link('Home').focus();
    await app.page.keyboard.press('ArrowRight');
    await expectTree(app, 'Home', '-Garden', '--Beds', 'Work');
    await app.page.keyboard.press('ArrowLeft');
    await expectTree(app, 'Home', 'Work');
    await app.page.keyboard.press('ArrowRight');
    expect(await violationsOf(app, 'nested collections')).toEqual([]);

    // Its page links to its parent and children.
    await app.link('Garden').click();
    await expect(app.heading('Garden')).toBeVisible();
    await app.page.getByRole('navigation', { name: 'Sub-collections' }).getByRole('link').click();
    await expect(app.heading('Beds')).toBeVisible();
    const path = app.page.getByRole('navigation', { name: 'Parent collections' });
    await expect(path.getByRole('link')).toHaveText(['Home', 'Garden']);
    expect(await violationsOf(app, 'the page of a sub-collection')).toEqual([]);
    await app.inNavigation(() => editCollection(app, 'Home', { name: 'House' }));
    await expect(path.getByRole('link')).toHaveText(['House', 'Garden']);
    await app.inNavigation(() => editCollection(app, 'House', { name: 'Home' }));
    await path.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(app.heading('Home')).toBeVisible();
  });
}

test('[T8] a sub-collection is added by the menu of its parent, and chosen for tasks in the order of the tree', async ({
  app,
}) => {
  await app.begin(['Home', 'Work']);
  await app.openCollection('Home');
  await app.button('Collection Home').click();
  await app.menuItem('Add sub-collection').click();
  const dialog = app.dialog('Add collection');
  await expect(dialog.getByLabel('Parent', { exact: true })).toHaveValue(/./);
  await dialog.getByLabel('Collection name', { exact: true }).fill('Garden');
  await dialog.getByRole('radio', { name: 'Fern', exact: true }).check();
  await dialog.getByRole('button', { name: 'Add Collection', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectTree(app, 'Home', '-Garden', 'Work');

  // There is no fourth level, even after its ancestors move.
  await app.openCollection('Garden');
  await app.button('Collection Garden').click();
  await expect(app.menuItem('Add sub-collection')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await nest(app, 'Home', 'Work');
  await app.button('Collection Garden').click();
  await expect(app.menuItem('Archive')).toBeVisible();
  await expect(app.menuItem('Add sub-collection')).toBeHidden();
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('main').press('Control+z');
  await expectTree(app, 'Home', '-Garden', 'Work');

  const task = await app.openTaskDialog();
  const options = task.getByLabel('Collection', { exact: true }).getByRole('option');
  await expect(options).toHaveText(['Select Collection', 'Home', 'Garden', 'Work']);
  await app.cancel(task);
  await app.addTask('Weed', { collection: 'Garden' });
  await app.open('Today');
  await app.task('Weed').focus();
  await app.page.keyboard.press('x');
  await app.page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click();
  await expect(app.page.getByRole('dialog', { name: 'Move' }).getByRole('button')).toHaveText([
    'Home',
    'Home / Garden',
    'Work',
  ]);
});

test('[T6] Alt and the arrow keys move a sub-collection among those of its parent; dragged, it gets another one', async ({
  app,
}) => {
  await app.begin(['Home', 'Garden', 'Kitchen', 'Work']);
  await nest(app, 'Garden', 'Home');
  await nest(app, 'Kitchen', 'Home');
  await expectTree(app, 'Home', '-Garden', '-Kitchen', 'Work');
  await expect(app.link('Kitchen')).toHaveAttribute('draggable', 'true');
  await app.link('Kitchen').focus();
  await app.page.keyboard.press('Alt+ArrowUp');
  await expectTree(app, 'Home', '-Kitchen', '-Garden', 'Work');
  await expect(app.link('Kitchen')).toBeFocused();
  await expect(app.navigation.getByText('Kitchen moved to position 1 of 2')).toBeAttached();
  await app.page.keyboard.press('Alt+ArrowUp');
  await expectTree(app, 'Home', '-Kitchen', '-Garden', 'Work');
  // A parent takes its descendants along.
  await app.link('Home').focus();
  await app.page.keyboard.press('Alt+ArrowDown');
  await expectTree(app, 'Work', 'Home', '-Kitchen', '-Garden');

  await app.link('Work').dragTo(app.link('Garden'), { targetPosition: { x: 60, y: 4 } });
  await expectTree(app, 'Home', '-Kitchen', '-Work', '-Garden');
  await app.page.keyboard.press('Control+z');
  await expect(app.success('Move undone')).toBeVisible();
  await expectTree(app, 'Work', 'Home', '-Kitchen', '-Garden');
});

test('[T8] the palette folds the collection that had the focus, and unfolds it', async ({ app }) => {
  await app.begin(['Home', 'Garden']);
  await nest(app, 'Garden', 'Home');
  for (const tree of [['Home'], ['Home', '-Garden']]) {
    await app.link('Home').focus();
    await app.page.keyboard.press('Control+k');
    await expect(app.page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
    await app.page.keyboard.type('what is below');
    await expect(app.page.getByRole('option', { name: /^Show what is below it.*Home/ })).toBeVisible();
    await app.page.keyboard.press('Enter');
    await expectTree(app, ...tree);
    await expect(app.link('Home')).toBeFocused();
  }
});

test('[T8] a favorite comes first at any level, and undo reverts that', async ({ app }) => {
  await app.begin(['Home', 'Garden', 'Work']);
  await nest(app, 'Garden', 'Home');
  await app.openCollection('Garden');
  const menu = app.button('Collection Garden');
  await menu.click();
  expect(await violationsOf(app, 'the menu of a collection')).toEqual([]);
  await app.menuItem('Add to favorites').click();
  await expectTree(app, 'Garden', 'Home', 'Work');
  await expect(app.page.getByRole('navigation', { name: 'Parent collections' })).toBeVisible();
  await menu.click();
  await app.menuItem('Remove from favorites').click();
  await expectTree(app, 'Home', '-Garden', 'Work');
  await app.page.keyboard.press('Control+z');
  await expect(app.success('Change undone')).toBeVisible();
  await expectTree(app, 'Garden', 'Home', 'Work');
});

test('[T8] two devices that nest two collections into each other offline keep one change, and reject the other', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home', 'Work']);
  const desk = await newDevice();
  const wire = await desk.wire();
  await desk.join(user);
  await expectTree(desk, 'Home', 'Work');
  await wire.cut();
  await nest(desk, 'Home', 'Work');
  await expectTree(desk, 'Work', '-Home');
  await nest(app, 'Work', 'Home');
  await expect(app.synced).toBeVisible();
  await wire.mend();
  for (const device of [app, desk]) await expectTree(device, 'Home', '-Work');
  await desk.navigation.getByRole('link', { name: 'Needs attention' }).click();
  await expect(desk.page.getByText('Move collection “Home”')).toBeVisible();
  await expect(desk.page.getByText('It is now above the place that it was moved to.')).toBeVisible();
});

test('[T8] the children of a deleted collection stay, and are below it again once it is restored', async ({
  app,
}) => {
  await app.begin(['Home', 'Garden']);
  await nest(app, 'Garden', 'Home');
  await app.openCollection('Garden');
  const path = app.page.getByRole('navigation', { name: 'Parent collections' });
  await expect(path).toHaveText('Home');
  await app.link('Home').hover();
  await app.button('Delete collection Home').click();
  await expect(
    app.page.getByText('Move “Home” to Trash? You can restore it for 30 days. Its sub-collection stays.'),
  ).toBeVisible();
  await app.confirmDeletion();
  await expectTree(app, 'Garden');
  await expect(path).toBeHidden();
  await app.undo('Collection deleted', 'Deletion undone');
  await expectTree(app, 'Home', '-Garden');
  await expect(path).toHaveText('Home');
});

test('A right click on a collection in the sidebar opens its menu, which duplicates it with its tasks, as one change', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.completeTask('Dust');
  const menu = app.page.getByRole('menu', { name: 'Collection Home', exact: true });
  await app.link('Home').click({ button: 'right' });
  await expect(menu).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.link('Home')).toBeFocused();
  await app.link('Home').click({ button: 'right' });
  await expect(menu).toBeFocused();
  // The first letter.
  await app.page.keyboard.press('d');
  await expect(app.menuItem('Duplicate')).toBeFocused();
  await app.page.keyboard.press('Enter');
  await app.openCollection('Home copy');
  await expect(app.tasks).toHaveText([/Sweep/]);
  await app.page.keyboard.press('Control+z');
  await expect(app.link('Home copy')).toBeHidden();
});
