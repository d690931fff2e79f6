import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

async function addSubTasks(app: App, parent: string, names: readonly string[]) {
  await app.rowLink(parent).click();
  const field = app.page.getByLabel('Add sub-task', { exact: true });
  for (const name of names) {
    await field.fill(name);
    await field.press('Enter');
  }
  const subTasks = app.panel.getByRole('list', { name: 'Sub-tasks' });
  await expect(subTasks.getByRole('listitem')).toHaveCount(names.length);
  await app.button('Close task').click();
}

const rows = (app: App) =>
  app.tasks.evaluateAll((all) => all.map((row) => row.querySelector('a')?.textContent));
const fold = (app: App, progress: string, parent: string) => app.button(`${progress} sub-tasks of ${parent}`);

test('[T3] [T4] Sub-tasks fold and unfold under their parent, which shows their progress and completes them with it', async ({
  app,
}) => {
  await app.begin({ Home: ['Bake a cake', 'Sweep'] });
  await app.openCollection('Home');
  await addSubTasks(app, 'Bake a cake', ['Mix', 'Bake', 'Ice']);
  await addSubTasks(app, 'Bake', ['Heat the oven']);
  expect(await rows(app)).toEqual(['Bake a cake', 'Mix', 'Bake', 'Heat the oven', 'Ice', 'Sweep']);
  await expect(app.task('Heat the oven')).toHaveAttribute('aria-level', '3');
  expect(await violationsOf(app, 'unfolded')).toEqual([]);

  await app.completeTask('Mix');
  await expect(app.task('Mix')).toBeHidden();
  await expect(app.task('Bake a cake')).toContainText('1 of 3');
  await fold(app, '1 of 3', 'Bake a cake').click();
  await expect(app.tasks).toHaveCount(2);
  // It stays so on this device, and keys do the same.
  await app.page.reload();
  await expect(app.tasks).toHaveCount(2);
  await app.task('Bake a cake').focus();
  await app.page.keyboard.press('ArrowRight');
  await expect(app.tasks).toHaveCount(5);
  await app.page.keyboard.press('ArrowLeft');
  await expect(app.tasks).toHaveCount(2);
  await app.page.keyboard.press('ArrowRight');

  await app.completeTask('Bake a cake');
  await expect(app.tasks.filter({ hasText: 'Ice' })).toBeHidden();
  await expect(app.button('Complete Sweep')).toBeFocused();
  await app.page.keyboard.press('Control+z');
  await expect(app.tasks).toHaveCount(5);
  await expect(app.task('Bake a cake')).toContainText('1 of 3');
});

test('[T3] A sub-task with its own date appears in Today by itself, with the name of its parent', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin({ Home: [{ name: 'Bake a cake', date: day(3) }] });
  await app.openCollection('Home');
  await addSubTasks(app, 'Bake a cake', ['Buy flour', 'Mix']);
  await app.rowLink('Buy flour').click();
  await app.panel.getByRole('button', { name: /^Today/ }).click();
  await app.open('Today');
  await expect(app.tasks).toHaveCount(1);
  await expect(app.task('Buy flour')).toContainText('Bake a cake');
});

for (const width of [1280, 831, 375, 320]) {
  test(`[T3] At ${width} px sub-tasks are accessible and fit`, async ({ app }) => {
    await app.begin({ Home: ['Bake a cake'] });
    await app.openCollection('Home');
    await addSubTasks(app, 'Bake a cake', [
      'Mix the flour with the eggs, and with half of the sugar',
      'Bake',
    ]);
    await addSubTasks(app, 'Bake', ['Heat the oven to 180 degrees']);
    await app.page.setViewportSize({ width, height: 700 });
    expect(await violationsOf(app, `sub-tasks at ${width} px`)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme });
      await app.page.screenshot({ path: test.info().outputPath(`${width}-${colorScheme}.png`) });
    }
    const excess = await app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
  });
}

test('[T3] Of two devices that nest two tasks into each other offline, the first one back wins, and the other is told', async ({
  app: train,
  newDevice,
}) => {
  const trainWire = await train.wire();
  const user = await train.begin({ Home: ['One', 'Two'] });
  const plane = await newDevice();
  const planeWire = await plane.wire();
  await plane.join(user);
  for (const device of [train, plane]) {
    await device.openCollection('Home');
    await expect.poll(() => rows(device)).toEqual(['One', 'Two']);
  }
  await trainWire.cut();
  await planeWire.cut();
  await train.task('Two').focus();
  await train.page.keyboard.press('Alt+ArrowRight');
  await expect(train.task('Two')).toHaveAttribute('aria-level', '2');
  await plane.task('One').focus();
  for (const key of ['Alt+ArrowDown', 'Alt+ArrowRight']) await plane.page.keyboard.press(key);
  await expect(plane.task('One')).toHaveAttribute('aria-level', '2');

  await trainWire.mend();
  await expect(train.synced).toBeVisible();
  await planeWire.mend();
  const told =
    '“One” needs your attention. A task or collection cannot be below itself. Choose another place.';
  await expect(plane.error(told)).toBeVisible();
  for (const device of [plane, train]) {
    await expect(device.task('Two')).toHaveAttribute('aria-level', '2');
    expect(await rows(device)).toEqual(['One', 'Two']);
    await expect(device.task('One')).toHaveAttribute('aria-level', '1');
  }
  await plane.link('Needs attention 1').click();
  await expect(plane.page.getByRole('main').getByRole('listitem')).toContainText('One');
  // Since Two is no longer below it, it can go below Two.
  await train.task('Two').focus();
  await train.page.keyboard.press('Alt+ArrowLeft');
  await expect(train.task('Two')).toHaveAttribute('aria-level', '1');
  await expect(train.synced).toBeVisible();
  await plane.button('Retry').click();
  await expect(plane.page.getByText('All settled', { exact: true })).toBeVisible();
  await plane.openCollection('Home');
  for (const device of [plane, train]) await expect(device.task('One')).toHaveAttribute('aria-level', '2');
});
