import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { fingerOn } from '#e2e/support/finger.ts';

const selection = (app: App) => app.page.getByRole('toolbar', { name: 'Selection', exact: true });
const days = (app: App) => app.dialog('Date');

/** Opens Home on a phone, as soon as its rows take swipes. */
async function openOnPhone(newDevice: (options: object) => Promise<App>): Promise<App> {
  const app = await newDevice({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 640 } });
  await app.begin({ Home: Array.from({ length: 30 }, (_, index) => `Step ${index + 1}`) });
  await expect(app.page.locator('[data-list][data-swipes]')).toBeAttached();
  return app;
}

/** The middle of a task's row. */
async function middleOf(app: App, name: string) {
  const { x, y, width, height } = (await app.task(name).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

const steps = (distance: number) => [0.2, 0.4, 0.6, 0.8, 1].map((part) => part * distance);

test('A swipe towards the end of the line completes a task, and one towards the start offers days', async ({
  newDevice,
}) => {
  const app = await openOnPhone(newDevice);
  const finger = await fingerOn(app);
  const first = await middleOf(app, 'Step 1');
  await finger.down(first.x, first.y);
  for (const step of steps(120)) await finger.move(first.x + step, first.y + 4);
  await expect(app.task('Step 1').getByText('Complete', { exact: true })).toBeVisible();
  await finger.up();
  await expect(app.task('Step 1')).toBeHidden();
  await app.undo('Task completed', 'Completion undone');
  await expect(app.task('Step 1')).toBeVisible();

  const second = await middleOf(app, 'Step 2');
  await finger.down(second.x, second.y);
  for (const step of steps(-120)) await finger.move(second.x + step, second.y);
  await finger.up();
  await expect(days(app)).toBeVisible();
  // The name of the task stays in sight.
  const row = (await app.task('Step 2').boundingBox())!;
  expect((await days(app).boundingBox())!.y).toBeGreaterThanOrEqual(row.y + row.height);
  await days(app)
    .getByRole('button', { name: /^Tomorrow/ })
    .tap();
  await expect(app.task('Step 2')).toBeHidden();
});

test('A finger that turns into a scroll, a second finger, a short way and a way out of the window do nothing', async ({
  newDevice,
}) => {
  const app = await openOnPhone(newDevice);
  const finger = await fingerOn(app);
  const { x, y } = await middleOf(app, 'Step 5');
  const expectNothing = async () => {
    await expect(app.task('Step 5').getByText('Complete', { exact: true })).toBeHidden();
    await expect(app.button('Complete Step 5')).toBeVisible();
    await expect(days(app)).toBeHidden();
    await expect(selection(app)).toBeHidden();
  };
  // Down first, and then far to the side.
  await finger.down(x, y);
  for (const step of steps(-60)) await finger.move(x, y + step);
  for (const step of steps(150)) await finger.move(x + step, y - 60);
  await finger.up();
  await expectNothing();
  await app.page.evaluate(() => window.scrollTo(0, 0));

  await finger.down(x, y);
  for (const step of steps(60)) await finger.move(x + step, y);
  await finger.up();
  await expectNothing();

  await finger.down(x, y);
  for (const step of steps(120)) await finger.move(x + step, y);
  await finger.tapBeside({ x: x + 120, y }, { x: 60, y: 300 });
  await finger.up();
  await expectNothing();

  await finger.down(x, y);
  for (const step of steps(120)) await finger.move(x + step, y);
  await finger.move(374, y);
  await expect(app.task('Step 5').getByText('Complete', { exact: true })).toBeHidden();
  await finger.move(x + 120, y);
  await finger.up();
  await expectNothing();
  await expect(app.heading('Today')).toBeVisible();
});

test('A dialog that opens while a finger rests on a task ends the long press and the swipe', async ({
  newDevice,
}) => {
  const app = await openOnPhone(newDevice);
  const finger = await fingerOn(app);
  const { x, y } = await middleOf(app, 'Step 2');
  await app.page.clock.install();
  await finger.down(x, y);
  await app.page.keyboard.press('n');
  await expect(app.dialog('Add task')).toBeVisible();
  await app.page.clock.runFor(600);
  await finger.up();
  await app.page.keyboard.press('Escape');
  await expect(app.dialog('Add task')).toBeHidden();
  await expect(selection(app)).toBeHidden();
  await expect(app.button('Complete Step 2')).toBeVisible();
});
