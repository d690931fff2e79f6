import type { Locator } from '@playwright/test';
import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ motion: true });

/** The factor that slows motions, so that steps of a test fall into them. */
const SLOWER = 10;

const TASKS = { Home: ['Sweep', 'Dust', 'Mop'] };

async function slowDown(app: App): Promise<void> {
  const devtools = await app.page.context().newCDPSession(app.page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOWER });
}

/** The fading rows, out of reach of pointer, keyboard and screen readers. */
function fading(app: App) {
  return app.page.locator('main li[inert][aria-hidden="true"]');
}

test('A leaving row fades, and the user need not wait for it', async ({ app }) => {
  await app.begin(TASKS);
  await slowDown(app);
  await app.completeTask('Sweep');
  await expect(fading(app)).toContainText(['Sweep']);
  await expect(app.task('Sweep')).toBeHidden();
  await expect(app.button('Complete Dust')).toBeFocused();
  // Each of the next tasks is completed without it, by its own circle.
  await app.completeTask('Dust');
  await app.completeTask('Mop');
  await expect(fading(app)).toContainText(['Sweep', 'Dust', 'Mop']);
  await expect(app.heading('Today')).toBeFocused();
  await expect(fading(app)).toHaveCount(0);
  await expect(app.page.getByText('Nothing for today', { exact: true })).toBeVisible();
});

test('A circle pressed twice completes one task, and not the one that takes its place', async ({ app }) => {
  await app.begin(TASKS);
  await app.button('Complete Sweep').dblclick();
  await expect(fading(app)).toHaveCount(0);
  await expect(app.tasks).toHaveCount(2);
  await expect(app.button('Complete Dust')).toBeVisible();
});

/** Waits until the leaving row has faded for 300 ms of animation time. */
async function untilLate(app: App): Promise<void> {
  await app.page.waitForFunction(() =>
    document
      .querySelector('main li[inert]')
      ?.getAnimations()
      .some(({ currentTime }) => Number(currentTime) > 300),
  );
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`[T4] A late second press at its place meets no other task (prefers-reduced-motion: ${reducedMotion})`, async ({
    newDevice,
  }) => {
    const app = await newDevice({ hasTouch: true, reducedMotion });
    await app.begin(TASKS);
    await slowDown(app);
    const { x, y, width, height } = (await app.button('Complete Sweep').boundingBox())!;
    const [atX, atY] = [x + width / 2, y + height / 2];
    await app.page.mouse.click(atX, atY);
    await untilLate(app);
    await app.page.mouse.click(atX, atY);
    await app.page.touchscreen.tap(atX, atY);
    await expect(fading(app)).toHaveCount(0);
    await expect(app.tasks).toHaveCount(2);
    await expect(app.button('Complete Dust')).toBeVisible();
  });
}

test('[T4] Enter and Space, pressed twice, complete one task, and the next one once the first has gone', async ({
  app,
}) => {
  await app.begin(TASKS);
  await slowDown(app);
  const { keyboard } = app.page;
  await app.button('Complete Sweep').focus();
  await keyboard.press('Enter');
  await expect(app.button('Complete Dust')).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Space');
  await expect(fading(app)).toHaveCount(0);
  await expect(app.button('Complete Dust')).toBeEnabled();
  await app.task('Dust').focus();
  await keyboard.press('Space');
  await expect(app.task('Mop')).toBeFocused();
  await keyboard.press('Space');
  await expect(fading(app)).toHaveCount(0);
  await expect(app.tasks).toContainText(['Mop']);
});

test('[T4] [R2] [V6] A double click completes one card, one sub-task and one time of a repeating task', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.addTask('Air every day', { collection: 'Home' });
  await app.openCollection('Home');
  await app.button('Complete Air').dblclick();
  await expect(app.task('Air')).toContainText('Tomorrow');
  await app.rowLink('Sweep').click();
  const add = app.page.getByLabel('Add sub-task', { exact: true });
  await add.fill('Stairs');
  await add.press('Enter');
  const below = app.page.getByRole('list', { name: 'Sub-tasks', exact: true });
  await below.getByRole('button', { name: 'Complete Stairs', exact: true }).dblclick();
  await expect(below.getByRole('button', { name: 'Reopen Stairs', exact: true })).toBeEnabled();
  await app.page.goBack();
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Board', exact: true }).click();
  await app.page.keyboard.press('Escape');
  await app.button('Complete Sweep').dblclick();
  await expect(fading(app)).toHaveCount(0);
  await expect(app.button('Complete Dust')).toBeVisible();
});

test('[T9] A late second press in the trash restores no other task', async ({ app }) => {
  await app.begin(TASKS);
  for (const name of ['Sweep', 'Dust', 'Mop']) await app.deleteTask(name);
  await app.open('Trash');
  await slowDown(app);
  const rows = app.page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  const { x, y, width, height } = (await app.button('Restore Mop').boundingBox())!;
  await app.page.mouse.click(x + width / 2, y + height / 2);
  await expect(rows).toContainText(['Dust', 'Sweep']);
  await app.page.mouse.click(x + width / 2, y + height / 2);
  await app.page.keyboard.press('Enter');
  await expect(app.button('Restore Dust')).toBeEnabled();
  await expect(rows).toContainText(['Dust', 'Sweep']);
  await app.button('Restore Dust').click();
  await expect(rows).toContainText(['Sweep']);
});

/** Presses a pointer on the middle of `target`. Returns a function that releases it. */
type Press = (app: App, target: Locator) => Promise<() => Promise<unknown>>;

const pressMouse: Press = async ({ page }, target) => {
  await target.hover();
  await page.mouse.down();
  return () => page.mouse.up();
};

const pressFinger: Press = async ({ page }, target) => {
  const devtools = await page.context().newCDPSession(page);
  const { x, y, width, height } = (await target.boundingBox())!;
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  return () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

async function untilFaded(app: App): Promise<void> {
  await app.page.waitForFunction(
    () => document.querySelector('main li[inert]')?.getAnimations().length === 0,
  );
}

for (const [pointer, press] of [
  ['mouse', pressMouse],
  ['finger', pressFinger],
] as const) {
  test(`What a ${pointer} presses as the rows close up is pressed`, async ({ newDevice }) => {
    const app = await newDevice({ hasTouch: pointer === 'finger' });
    await app.begin(TASKS);
    await slowDown(app);
    await app.completeTask('Sweep');
    const release = await press(app, app.button('Complete Dust'));
    await untilFaded(app);
    await release();
    await expect(app.button('Complete Dust')).toBeHidden();
    await expect(app.task('Mop')).toBeVisible();
    await expect(fading(app)).toHaveCount(0);
  });
}

test('A row restored while a key or button is held appears again', async ({ app }) => {
  await app.begin(TASKS);
  await slowDown(app);
  await app.completeTask('Sweep');
  const release = await pressMouse(app, app.rowLink('Mop'));
  await untilFaded(app);
  await app.page.keyboard.press('Control+z');
  await expect(app.task('Sweep')).toHaveCSS('opacity', '1');
  await release();
  await expect(app.panel.getByLabel('Task name')).toHaveValue('Mop');
});

test('Rows close up once the held pointer is dragged away', async ({ app }) => {
  await app.begin({ Home: ['Sweep', { name: 'Mop', description: 'https://example.com/' }] });
  await slowDown(app);
  await app.completeTask('Sweep');
  await pressMouse(app, app.task('Mop').getByRole('link', { name: /^http/ }));
  await app.page.mouse.move(300, 600, { steps: 5 });
  await expect(fading(app)).toHaveCount(0);
  await app.page.mouse.up();
});

test('A row restored while it fades is whole again', async ({ app }) => {
  await app.begin(TASKS);
  await slowDown(app);
  await app.completeTask('Dust');
  await expect(fading(app)).toContainText(['Dust']);
  await app.page.keyboard.press('Control+z');
  await expect(app.task('Dust')).toBeFocused();
  await app.page.waitForFunction(() => document.getAnimations().length === 0);
  await expect(app.task('Dust')).toHaveCSS('opacity', '1');
  await expect(app.tasks).toContainText(['Sweep', 'Dust', 'Mop']);
});

test('[R2] [R5] A row whose task repeats in the same list does not fade, and keeps the focus', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin(TASKS);
  await app.addTask('Air every day', { collection: 'Home' });
  await app.addTask('Iron', { collection: 'Home' });
  await app.openCollection('Home');
  await slowDown(app);
  // Transitions are the pointer's hover effects.
  const motions = () =>
    app
      .task('Air')
      .evaluate((row) => row.getAnimations().filter((each) => !(each instanceof CSSTransition)).length);
  await app.completeTask('Air');
  await expect(app.task('Air')).toContainText('Tomorrow');
  await expect(app.button('Complete Air')).toBeFocused();
  expect(await motions()).toBe(0);

  await app.rowLink('Air').click();
  await app.panel.getByRole('button', { name: 'Skip this time', exact: true }).click();
  await expect(app.task('Air')).not.toContainText('Tomorrow');
  expect(await motions()).toBe(0);
  // When it finally leaves, it fades.
  await app.panel.getByRole('button', { name: 'Complete for good', exact: true }).click();
  await expect(fading(app)).toContainText(['Air']);
  await expect(app.task('Air')).toBeHidden();
});

test('A user who prefers reduced motion sees none', async ({ app }) => {
  await app.begin(TASKS);
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await slowDown(app);
  await app.completeTask('Sweep');
  await untilLate(app);
  await expect(fading(app)).toHaveCSS('opacity', '1');
  await expect(app.button('Complete Dust')).toBeFocused();
  await expect(app.page.locator('main li')).toHaveCount(2);
});
