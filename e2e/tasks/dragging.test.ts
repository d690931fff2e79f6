import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { fingerOn, isLifted } from '#e2e/support/finger.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];
/** The indent of each level, px. */
const LEVEL = 24;

async function openHome(app: App): Promise<void> {
  await app.begin({ Home: NAMES });
  await app.openCollection('Home');
  await expectRows(app, ...NAMES);
}

/** The names of the page's tasks in order, with a dot for each level below another task. */
async function expectRows(app: App, ...names: string[]): Promise<void> {
  const shown = () =>
    app.tasks.evaluateAll((rows) =>
      rows.map((row) => {
        const level = Number(row.getAttribute('aria-level') ?? 1);
        return '.'.repeat(level - 1) + (row.querySelector('[data-control="open"]')?.textContent ?? '');
      }),
    );
  await expect.poll(shown).toEqual(names);
}

/** The middle of a task's name. */
async function holdOf(app: App, name: string) {
  const { x, y, height } = (await app.rowLink(name).boundingBox())!;
  return { x: x + 20, y: y + height / 2 };
}

type Half = 'upper' | 'lower';

async function placeIn(app: App, half: Half, name: string) {
  const { y, height } = (await app.task(name).boundingBox())!;
  return y + (half === 'upper' ? 6 : height - 6);
}

/** Drags a task with the mouse over the upper or lower half of another row, `levels` to the right. */
async function dragTo(app: App, name: string, half: Half, target: string, levels = 0): Promise<void> {
  await expect(app.page.locator('[data-draggable]').first()).toBeAttached();
  const { x, y } = await holdOf(app, name);
  await app.page.mouse.move(x, y);
  await app.page.mouse.down();
  await app.page.mouse.move(x + levels * LEVEL, await placeIn(app, half, target), { steps: 5 });
}

async function drag(app: App, name: string, half: Half, target: string, levels = 0): Promise<void> {
  await dragTo(app, name, half, target, levels);
  await app.page.mouse.up();
}

const line = (app: App) => app.page.locator('[data-drop-line]');

test('[T6] A task is dragged between others, below them, and out again, each as one change', async ({
  app,
}) => {
  await openHome(app);
  await drag(app, 'Four', 'upper', 'Two');
  await expectRows(app, 'One', 'Four', 'Two', 'Three', 'Five');
  await expect(app.page.getByText('Four moved to position 2 of 5', { exact: true })).toBeAttached();
  await expect(app.panel).toBeHidden();
  await drag(app, 'Five', 'lower', 'One', 1);
  await expectRows(app, 'One', '.Five', 'Four', 'Two', 'Three');
  await expect(app.page.getByText('Five is a sub-task of One', { exact: true })).toBeAttached();
  await drag(app, 'Three', 'lower', 'Five', 9);
  await expectRows(app, 'One', '.Five', '..Three', 'Four', 'Two');
  // Its sub-tasks come with it.
  await drag(app, 'Five', 'lower', 'Two', -1);
  await expectRows(app, 'One', 'Four', 'Two', 'Five', '.Three');
  await app.page.keyboard.press('Control+z');
  await expectRows(app, 'One', '.Five', '..Three', 'Four', 'Two');
  await app.page.reload();
  await expectRows(app, 'One', '.Five', '..Three', 'Four', 'Two');
  // A drag to the right in its own place.
  await drag(app, 'Two', 'upper', 'Two', 1);
  await expectRows(app, 'One', '.Five', '..Three', 'Four', '.Two');
  await expect(app.synced).toBeVisible();
});

test('[T6] A line shows the place of the drop; Escape, or a drop beside the list, changes nothing', async ({
  app,
}) => {
  await openHome(app);
  await dragTo(app, 'Four', 'upper', 'Two');
  await expect(line(app)).toBeVisible();
  const flat = (await line(app).boundingBox())!;
  await dragTo(app, 'Four', 'upper', 'Two', 1);
  await expect.poll(async () => (await line(app).boundingBox())!.x).toBe(flat.x + LEVEL);
  // No other place is possible there.
  await dragTo(app, 'Four', 'lower', 'Three');
  await expect(line(app)).toBeHidden();
  await dragTo(app, 'Four', 'upper', 'Two');
  await expect(line(app)).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(line(app)).toBeHidden();
  await app.page.mouse.up();
  await expectRows(app, ...NAMES);
  await expect(app.heading('Home')).toBeVisible();
  await expect(app.panel).toBeHidden();
  // A press without a move still counts as a click.
  await app.rowLink('Two').click();
  await expect(app.panel).toBeVisible();
});

test('[T6] A task is dragged into another section, even an empty one, and out of all sections', async ({
  app,
}) => {
  await openHome(app);
  for (const name of ['Kitchen', 'Garden']) {
    await app.button('Add section').click();
    await app.page.getByLabel('Section name', { exact: true }).fill(name);
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.press('Escape');
  }
  const section = (name: string) => app.page.getByRole('list', { name, exact: true });
  const headingOf = (name: string) => app.page.getByRole('heading', { level: 2, name, exact: true });
  const dragOnto = async (name: string, heading: string, half: Half) => {
    await dragTo(app, name, 'lower', name);
    const { x, y, height } = (await headingOf(heading).boundingBox())!;
    await app.page.mouse.move(x + 30, half === 'upper' ? y - 8 : y + height + 8, { steps: 5 });
    await app.page.mouse.up();
  };
  await dragOnto('Two', 'Garden', 'lower');
  await expect(section('Garden').getByRole('listitem')).toHaveText([/Two/]);
  await expect(
    app.page.getByText('Two moved to section Garden, position 1 of 1', { exact: true }),
  ).toBeAttached();
  await dragOnto('Three', 'Garden', 'upper');
  await expect(section('Kitchen').getByRole('listitem')).toHaveText([/Three/]);
  await drag(app, 'One', 'upper', 'Two');
  await expect(section('Garden').getByRole('listitem')).toHaveText([/One/, /Two/]);
  await drag(app, 'Two', 'upper', 'Four');
  await expectRows(app, 'Two', 'Four', 'Five', 'Three', 'One');
  await app.page.keyboard.press('Control+z');
  await expectRows(app, 'Four', 'Five', 'Three', 'One', 'Two');
});

test('[T6] In Upcoming a task is dragged to another day, where its time allows', async ({ app }) => {
  await app.begin({
    Home: [
      { name: 'One', date: day(1) },
      { name: 'Two', date: day(1) },
      { name: 'Three', date: day(2) },
      { name: 'Four', date: day(2) },
    ],
  });
  await app.open('Upcoming');
  await expectRows(app, 'One', 'Two', 'Three', 'Four');
  await drag(app, 'One', 'lower', 'Three');
  await expectRows(app, 'Two', 'Three', 'One', 'Four');
  await app.page.keyboard.press('Control+z');
  await expectRows(app, 'One', 'Two', 'Three', 'Four');
  await drag(app, 'Two', 'upper', 'One');
  await expectRows(app, 'Two', 'One', 'Three', 'Four');
});

test('[T6] Sub-tasks are put in order on the page of their parent, by mouse and by keys', async ({ app }) => {
  // The panel has room for all of it: near its foot it would scroll.
  await app.page.setViewportSize({ width: 1280, height: 1000 });
  await openHome(app);
  for (const [name, target] of [
    ['Two', 'One'],
    ['Three', 'Two'],
    ['Four', 'Three'],
  ] as const)
    await drag(app, name, 'lower', target, 1);
  await expectRows(app, 'One', '.Two', '.Three', '.Four', 'Five');
  await app.rowLink('One').click();
  const subTasks = app.panel.getByRole('list', { name: 'Sub-tasks', exact: true });
  const link = (name: string) => subTasks.getByRole('link', { name: `Open ${name}`, exact: true });
  await expect(subTasks).toHaveAttribute('data-draggable');
  await link('Four').hover();
  const { x, y } = (await subTasks.getByRole('listitem').first().boundingBox())!;
  await app.page.mouse.down();
  await app.page.mouse.move(x + 90, y + 6, { steps: 5 });
  await expect(line(app)).toBeVisible();
  await app.page.mouse.up();
  await expect(subTasks.getByRole('link')).toHaveText(['Four', 'Two', 'Three']);
  await link('Four').focus();
  await app.page.keyboard.press('Alt+ArrowDown');
  await expect(subTasks.getByRole('link')).toHaveText(['Two', 'Four', 'Three']);
  await expectRows(app, 'One', '.Two', '.Four', '.Three', 'Five');
});

test('[T6] [T10] Selected tasks are dragged together, as one change', async ({ app }) => {
  await openHome(app);
  for (const name of ['Two', 'Four']) {
    await app.task(name).focus();
    await app.page.keyboard.press('x');
  }
  await drag(app, 'Four', 'lower', 'Five');
  await expectRows(app, 'One', 'Three', 'Five', 'Two', 'Four');
  await app.page.keyboard.press('Control+z');
  await expectRows(app, ...NAMES);
});

test.describe('by touch', () => {
  test('[T6] A long press on a task drags it; a finger that moves at once scrolls, and one that is lifted again selects', async ({
    newDevice,
  }) => {
    const app = await newDevice({ hasTouch: true, viewport: { width: 375, height: 700 } });
    await openHome(app);
    await expect(app.page.locator('[data-draggable]').first()).toBeAttached();
    const finger = await fingerOn(app);
    const { x, y } = await holdOf(app, 'Four');
    await finger.down(x, y);
    await isLifted(app, 'Four').toBe(true);
    const target = await placeIn(app, 'lower', 'One');
    for (const part of [0.3, 0.6, 1]) await finger.move(x + part * LEVEL, y + part * (target - y));
    await expect(line(app)).toBeVisible();
    // The hand holding the phone may touch the screen.
    await finger.tapBeside({ x: x + LEVEL, y: target }, { x: 370, y: 600 });
    await finger.move(x + LEVEL, target);
    await expect(line(app)).toBeVisible();
    await expectRows(app, ...NAMES);
    await finger.up();
    await expectRows(app, 'One', '.Four', 'Two', 'Three', 'Five');
    await expect(app.page.getByRole('toolbar', { name: 'Selection' })).toBeHidden();

    const start = await holdOf(app, 'Two');
    await finger.down(start.x, start.y);
    for (const part of [10, 40, 80]) await finger.move(start.x, start.y + part);
    await finger.up();
    await expectRows(app, 'One', '.Four', 'Two', 'Three', 'Five');

    await finger.down(start.x, start.y);
    await isLifted(app, 'Two').toBe(true);
    await finger.up();
    await expect(app.page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected');
    await expect(app.heading('Home')).toBeVisible();
  });
});

test('[T6] A long list scrolls as a task is dragged to its edge', async ({ app }) => {
  const names = Array.from({ length: 300 }, (_, index) => `Task ${index}`);
  await app.begin({ Home: names });
  await app.openCollection('Home');
  await expect(app.task('Task 0')).toBeVisible();
  await dragTo(app, 'Task 0', 'lower', 'Task 1');
  const height = app.page.viewportSize()!.height;
  await app.page.mouse.move(500, height - 3);
  // After scrolling, the row is no longer in the document.
  await expect.poll(() => app.page.evaluate(() => scrollY)).toBeGreaterThan(3_000);
  await app.page.mouse.move(500, height / 2);
  await expect(line(app)).toBeVisible();
  await app.page.mouse.up();
  await expect(app.task('Task 0')).toBeInViewport();
  await app.page.keyboard.press('Control+z');
  // The undo may scroll to the task after this does.
  await expect(async () => {
    await app.page.evaluate(() => scrollTo(0, 0));
    await expect(app.tasks.first()).toHaveText(/Task 0/, { timeout: 1_000 });
  }).toPass();
});

for (const width of [1280, 375]) {
  test(`[T6] At ${width} px a drag in progress is to be seen, and accessible`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await openHome(app);
    await drag(app, 'Two', 'lower', 'One', 1);
    await dragTo(app, 'Five', 'lower', 'Two', 1);
    await expect(line(app)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme });
      await app.page.screenshot({ path: test.info().outputPath(`${width}-${colorScheme}.png`) });
      expect(await violationsOf(app, `dragging, ${colorScheme}`)).toEqual([]);
    }
    await app.page.mouse.up();
  });
}

test('[T10] A row or the selection is dragged onto the sidebar: a collection, a section of one, a day', async ({
  app,
}) => {
  await app.begin({ Home: NAMES, Garden: [] });
  const dropOn = async (name: string, entry: string) => {
    await expect(app.page.locator('[data-draggable]').first()).toBeAttached();
    const { x, y } = await holdOf(app, name);
    await app.page.mouse.move(x, y);
    await app.page.mouse.down();
    const { x: left, y: top } = (await app.link(entry).boundingBox())!;
    await app.page.mouse.move(left + 40, top + 8, { steps: 5 });
    await expect(app.link(entry)).toHaveAttribute('data-task-drop');
    await app.page.mouse.up();
    await expect(app.link(entry)).not.toHaveAttribute('data-task-drop');
  };
  await dropOn('One', 'Garden');
  await expect(app.success('Moved to Garden')).toBeVisible();
  await expect(app.task('One')).toContainText('Garden');

  for (const name of ['Two', 'Three']) {
    await app.task(name).focus();
    await app.page.keyboard.press('x');
  }
  await dropOn('Three', 'Upcoming');
  await expect(app.task('Two')).toBeHidden();
  await expect(app.task('Three')).toBeHidden();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(app.task('Two')).toBeVisible();
  await expect(app.task('Three')).toBeVisible();

  await app.openCollection('Garden');
  await app.button('Add section').click();
  await app.page.getByLabel('Section name', { exact: true }).fill('Beds');
  await app.page.keyboard.press('Enter');
  await app.openCollection('Home');
  const { x, y } = await holdOf(app, 'Four');
  await app.page.mouse.move(x, y);
  await app.page.mouse.down();
  const { x: left, y: top } = (await app.link('Garden').boundingBox())!;
  await app.page.mouse.move(left + 40, top + 8, { steps: 5 });
  const beds = app.page.locator('[data-section-target]', { hasText: 'Beds' });
  await expect(beds).toBeVisible();
  const target = (await beds.boundingBox())!;
  await app.page.mouse.move(target.x + 20, target.y + 12, { steps: 5 });
  await expect(beds).toHaveAttribute('data-task-drop');
  await app.page.mouse.up();
  await expect(app.success('Moved to Beds')).toBeVisible();
  await expect(beds).toBeHidden();
  await app.openCollection('Garden');
  await expect(app.page.getByRole('list', { name: 'Beds', exact: true })).toContainText('Four');
});
