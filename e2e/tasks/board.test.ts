import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { fingerOn, isLifted } from '#e2e/support/finger.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const column = (app: App, name: string) =>
  app.page.locator('[data-board]').getByRole('list', { name, exact: true });
const cards = (app: App, name: string) => column(app, name).locator('[data-control="open"]');

/** Three tasks of today in Home, one of them with priority 1, as a board by priority. */
async function openBoard(app: App): Promise<void> {
  await app.begin({ Home: ['One', 'Two', { name: 'Three', priority: 1 }] });
  await app.openCollection('Home');
  await expect(app.task('Three')).toBeVisible();
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Board', exact: true }).click();
  await app.dialog('View').getByLabel('Group by', { exact: true }).selectOption('Priority');
  await app.page.keyboard.press('Escape');
  await expect(cards(app, 'Priority 4')).toHaveText(['One', 'Two']);
}

/** Drags a card with the mouse over another card or over a column. */
async function drag(app: App, name: string, to: { readonly x: number; readonly y: number }): Promise<void> {
  await expect(app.page.locator('[data-draggable]').first()).toBeAttached();
  const { x, y, height } = (await app.rowLink(name).boundingBox())!;
  await app.page.mouse.move(x + 20, y + height / 2);
  await app.page.mouse.down();
  await app.page.mouse.move(to.x, to.y, { steps: 5 });
}

async function middleOf(app: App, name: string) {
  const section = column(app, name).locator('xpath=ancestor::section[@data-section]');
  const { x, y, width } = (await section.boundingBox())!;
  return { x: x + width / 2, y: y + 90 };
}

test('[V6] On a board cards are dragged from column to column, live on all devices, each as one change', async ({
  app,
  newDevice,
}) => {
  // The window is as wide as the four columns.
  await app.page.setViewportSize({ width: 1600, height: 800 });
  await openBoard(app);
  await drag(app, 'Two', await middleOf(app, 'Priority 2'));
  await expect(app.page.locator('[data-drop]')).toHaveAttribute('data-section', '2');
  expect(await violationsOf(app, 'a board')).toEqual([]);
  await app.page.mouse.up();
  await expect(cards(app, 'Priority 2')).toHaveText(['Two']);
  await expect(cards(app, 'Priority 4')).toHaveText(['One']);
  await expect(
    app.page.getByText('Two moved to Priority 2, position 1 of 1', { exact: true }),
  ).toBeAttached();
  await expect(app.panel).toBeHidden();

  // The upper half of a card means before it, in the order of its collection too.
  const three = (await app.task('Three').boundingBox())!;
  await drag(app, 'One', { x: three.x + 40, y: three.y + 4 });
  await expect(app.page.locator('[data-drop-line]')).toBeVisible();
  await app.page.mouse.up();
  await expect(cards(app, 'Priority 1')).toHaveText(['One', 'Three']);
  await app.page.keyboard.press('Control+z');
  await expect(cards(app, 'Priority 4')).toHaveText(['One']);
  await expect(cards(app, 'Priority 1')).toHaveText(['Three']);
  await expect(app.synced).toBeVisible();

  // Another browser with the same session saves a second sign-in.
  const other = await newDevice({ storageState: await app.context.storageState() });
  await other.page.goto('/app/project/Home');
  await expect(cards(other, 'Priority 2')).toHaveText(['Two']);
  await other.button('Add task to Priority 3').click();
  await other.dialog('Add task').getByPlaceholder('Task name').fill('Four');
  await other.dialog('Add task').getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(cards(other, 'Priority 3')).toHaveText(['Four']);
  await expect(cards(app, 'Priority 3')).toHaveText(['Four']);
});

test('[V6] On a board a long press on a card drags it to another column', async ({ newDevice }) => {
  const app = await newDevice({ hasTouch: true, viewport: { width: 1600, height: 800 } });
  await openBoard(app);
  await expect(app.page.locator('[data-draggable]').first()).toBeAttached();
  const finger = await fingerOn(app);
  const { x, y, height } = (await app.rowLink('Two').boundingBox())!;
  const [from, to] = [{ x: x + 20, y: y + height / 2 }, await middleOf(app, 'Priority 2')];
  await finger.down(from.x, from.y);
  await isLifted(app, 'Two').toBe(true);
  for (const part of [0.3, 0.6, 1])
    await finger.move(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
  await expect(app.page.locator('[data-drop]')).toHaveAttribute('data-section', '2');
  await finger.up();
  await expect(cards(app, 'Priority 2')).toHaveText(['Two']);
  await expect(app.page.getByRole('toolbar', { name: 'Selection' })).toBeHidden();
});

test('[V6] A board that was empty for a while allows dragging', async ({ app }) => {
  await app.begin({ Home: ['One'], Work: ['Two'] });
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Board', exact: true }).click();
  await app.dialog('View').getByLabel('Group by', { exact: true }).selectOption('Collection');
  await app.page.keyboard.press('Escape');
  await expect(app.page.locator('[data-board][data-draggable]')).toBeAttached();
  for (const name of ['One', 'Two']) await app.completeTask(name);
  await expect(app.page.locator('[data-board]')).toBeHidden();
  for (const name of ['Two', 'One']) {
    await app.page.getByRole('main').press('Control+z');
    await expect(app.task(name)).toBeVisible();
  }
  await drag(app, 'One', await middleOf(app, 'Work'));
  await app.page.mouse.up();
  await expect(cards(app, 'Work')).toHaveText(['Two', 'One']);
});

test('[V6] On a board every action works by keyboard, and by the menu of a card', async ({ app }) => {
  await openBoard(app);
  const press = (key: string) => app.page.keyboard.press(key);
  await app.task('One').focus();
  await press('Alt+ArrowDown');
  await expect(cards(app, 'Priority 4')).toHaveText(['Two', 'One']);
  await expect(app.task('One')).toBeFocused();
  await press('Alt+ArrowLeft');
  await expect(cards(app, 'Priority 3')).toHaveText(['One']);
  await expect(app.task('One')).toBeFocused();
  await press('ArrowRight');
  await expect(app.task('Two')).toBeFocused();
  await press('ArrowLeft');
  await press('ArrowLeft');
  await expect(app.button('Add task to Priority 2')).toBeFocused();

  await app.task('Two').focus();
  await app.button('Move Two to...').click();
  const menu = app.page.getByRole('menu', { name: 'Move Two to...', exact: true });
  const entry = (name: string) => menu.getByRole('menuitemradio', { name, exact: true });
  await expect(entry('Priority 4')).toBeChecked();
  expect(await violationsOf(app, 'the menu of a card')).toEqual([]);
  await entry('Priority 1').click();
  await expect(cards(app, 'Priority 1')).toHaveText(['Two', 'Three']);
  await expect(app.task('Two')).toBeFocused();
  await press('Control+z');
  await expect(cards(app, 'Priority 4')).toHaveText(['Two']);

  // A column keeps the name of its section.
  await app.button('View').click();
  await app.dialog('View').getByLabel('Group by', { exact: true }).selectOption('Section');
  await press('Escape');
  await app.button('Add section').click();
  await app.page.getByLabel('Section name', { exact: true }).fill('Kitchen');
  await press('Enter');
  await press('Escape');
  await expect(app.button('Add task to Kitchen')).toBeVisible();
  await app.button('Section Kitchen').click();
  await app.menuItem('Rename').click();
  await app.page.getByLabel('Section name', { exact: true }).fill('Big kitchen');
  await press('Enter');
  await expect(app.button('Add task to Big kitchen')).toBeVisible();
});

test('[V6] Of very many cards only those near the window are in the document, and on a phone a part of the next column is in sight', async ({
  app,
}) => {
  const names = Array.from({ length: 400 }, (_, index) => `Task ${index}`);
  await app.begin({ Home: names });
  await app.openCollection('Home');
  await expect(app.task('Task 0')).toBeVisible();
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Board', exact: true }).click();
  await app.page.keyboard.press('Escape');
  const none = column(app, 'No section');
  await expect(none.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '400');
  expect(await none.getByRole('listitem').count()).toBeLessThan(80);
  await app.page
    .locator('[data-board] section')
    .first()
    .locator('[data-list]')
    .evaluate((list) => {
      list.parentElement!.scrollTop = list.parentElement!.scrollHeight;
    });
  await expect(app.task('Task 399')).toBeInViewport();
  await app.page.setViewportSize({ width: 320, height: 640 });
  const { width } = (await app.page.locator('[data-board] section').first().boundingBox())!;
  expect(width).toBeGreaterThan(320 * 0.7);
  expect(width).toBeLessThan(320 * 0.9);
  expect(await violationsOf(app, 'a board on a phone')).toEqual([]);
});
