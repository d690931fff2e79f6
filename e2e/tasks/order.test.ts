import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const NAMES = ['One', 'Two', 'Three', 'Four'];

/** The names of the page's tasks in order. */
async function expectOrder(app: App, ...names: string[]): Promise<void> {
  await expect(app.tasks.locator('[data-control="open"]')).toHaveText(names);
}

async function move(app: App, name: string, ...keys: string[]): Promise<void> {
  await app.task(name).focus();
  for (const key of keys) await app.page.keyboard.press(key);
}

test('[T6] Alt and the arrow keys move a task in its collection; the move is announced, kept, and undone', async ({
  app,
}) => {
  await app.begin({ Home: NAMES });
  await app.openCollection('Home');
  await expectOrder(app, ...NAMES);
  await move(app, 'Three', 'Alt+ArrowUp');
  await expectOrder(app, 'One', 'Three', 'Two', 'Four');
  await expect(app.task('Three')).toBeFocused();
  await expect(app.page.getByText('Three moved to position 2 of 4', { exact: true })).toBeAttached();
  await app.page.keyboard.press('Alt+ArrowUp');
  // It is at the top already.
  await app.page.keyboard.press('Alt+ArrowUp');
  await expectOrder(app, 'Three', 'One', 'Two', 'Four');
  await move(app, 'One', 'Alt+ArrowDown', 'Alt+ArrowDown');
  await expectOrder(app, 'Three', 'Two', 'Four', 'One');
  await expect(app.task('One')).toBeFocused();
  // A move is stored a few milliseconds after it appears, and its undo a little later.
  await expect(app.synced).toBeVisible();
  await app.page.reload();
  await expectOrder(app, 'Three', 'Two', 'Four', 'One');
  await app.page.keyboard.press('Control+z');
  await expect(app.success('Move undone')).toBeVisible();
  await expectOrder(app, 'Three', 'Two', 'One', 'Four');
  // Tasks added later still come last.
  await app.addTask('Five', { collection: 'Home' });
  await expectOrder(app, 'Three', 'Two', 'One', 'Four', 'Five');
  // Today uses this order until it gets an order of its own.
  await app.open('Today');
  await expectOrder(app, 'Three', 'Two', 'One', 'Four', 'Five');
});

test('[T6] In Today a task moves among the tasks of its time, and keeps its place in its collection', async ({
  app,
}) => {
  await app.begin({ Home: ['One', 'Two', 'Three'] });
  await expectOrder(app, 'One', 'Two', 'Three');
  await move(app, 'Three', 'Alt+ArrowUp', 'Alt+ArrowUp');
  await expectOrder(app, 'Three', 'One', 'Two');
  await app.page.keyboard.press('1');
  await expectOrder(app, 'Three', 'One', 'Two');
  await app.openCollection('Home');
  await expectOrder(app, 'One', 'Two', 'Three');
  // A completed task has no place.
  await app.completeTask('Two');
  await app.open('Completed');
  await move(app, 'Two', 'Alt+ArrowDown');
  await expectOrder(app, 'Two');
});

test('[T6] Two devices move tasks to one spot offline, and all devices end with one order', async ({
  app: train,
  newDevice,
}) => {
  const trainWire = await train.wire();
  const user = await train.begin({ Home: NAMES });
  const plane = await newDevice();
  const planeWire = await plane.wire();
  await plane.join(user);
  for (const device of [train, plane]) {
    await device.openCollection('Home');
    await expectOrder(device, ...NAMES);
  }
  await trainWire.cut();
  await planeWire.cut();
  await move(train, 'Three', 'Alt+ArrowUp');
  await expectOrder(train, 'One', 'Three', 'Two', 'Four');
  await move(plane, 'Four', 'Alt+ArrowUp', 'Alt+ArrowUp');
  await expectOrder(plane, 'One', 'Four', 'Two', 'Three');
  await trainWire.mend();
  await expect(train.synced).toBeVisible();
  await planeWire.mend();
  await expect(plane.synced).toBeVisible();
  // The order of these two is random.
  const namesOn = (device: App) => device.tasks.locator('[data-control="open"]').allTextContents();
  const merged = [
    ['One', 'Three', 'Four', 'Two'],
    ['One', 'Four', 'Three', 'Two'],
  ];
  await expect.poll(async () => merged).toContainEqual(await namesOn(plane));
  await expect.poll(() => namesOn(train)).toEqual(await namesOn(plane));
});
