import type { Locator } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections } from '#e2e/support/raw-device.ts';

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];

async function expectOrder(app: App, ...names: string[]): Promise<void> {
  const list = app.navigation.getByRole('region', { name: 'Collections' }).getByRole('list');
  await expect(list.getByRole('link')).toHaveText(names);
}

/** Drags a collection by its link onto the upper or lower half of another link. */
async function drag(app: App, name: string, half: 'upper' | 'lower', target: string): Promise<void> {
  await expect(app.link(name)).toHaveAttribute('draggable', 'true');
  const { width, height } = (await app.link(target).boundingBox())!;
  const targetPosition = { x: width / 3, y: half === 'upper' ? 4 : height - 4 };
  await app.link(name).dragTo(app.link(target), { targetPosition });
}

for (const width of [1280, 832, 831, 375]) {
  test(`At ${width} px collections are dragged into another order, and keep it`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.begin(NAMES);
    await app.showSidebar();
    await expectOrder(app, ...NAMES);
    await drag(app, 'Five', 'upper', 'Two');
    await expectOrder(app, 'One', 'Five', 'Two', 'Three', 'Four');
    await drag(app, 'One', 'lower', 'Four');
    await expectOrder(app, 'Five', 'Two', 'Three', 'Four', 'One');
    await drag(app, 'Three', 'upper', 'Five');
    await expectOrder(app, 'Three', 'Five', 'Two', 'Four', 'One');
    // The collection is there already.
    await drag(app, 'Five', 'lower', 'Three');
    await drag(app, 'Five', 'upper', 'Two');
    await expectOrder(app, 'Three', 'Five', 'Two', 'Four', 'One');
    // The drag did not count as a click beside the menu.
    if (width < 832) await expect(app.dialog('Menu')).toBeVisible();
    await app.page.reload();
    await app.showSidebar();
    await expectOrder(app, 'Three', 'Five', 'Two', 'Four', 'One');
  });
}

test('A line shows the place of the drop, and beside the list there is none', async ({ app }) => {
  await app.begin(NAMES);
  await expect(app.link('Five')).toHaveAttribute('draggable', 'true');
  const lineOf = (name: string) =>
    app
      .link(name)
      .evaluate((link) => getComputedStyle(link.closest('li')!, '::before').getPropertyValue('block-size'));
  await app.link('Five').hover();
  await app.page.mouse.down();
  for (const name of ['Two', 'Three']) {
    // Hands are never quite still.
    await expect(async () => {
      await moveTo(app, app.link(name));
      expect(await lineOf(name)).toBe('2px');
    }).toPass();
  }
  expect(await lineOf('Two')).not.toBe('2px');
  await moveTo(app, app.heading('Today'));
  await expect.poll(() => lineOf('Three')).not.toBe('2px');
  await app.page.mouse.up();
  await expectOrder(app, ...NAMES);
  await expect(app.page).toHaveURL('/app/today');
  await app.openCollection('Five');
});

async function moveTo(app: App, locator: Locator): Promise<void> {
  const { x, y } = (await locator.boundingBox())!;
  await app.page.mouse.move(x + 60, y + 4, { steps: 4 });
}

for (const width of [1280, 375]) {
  test(`At ${width} px Alt and the arrow keys move a collection, which is said`, async ({ app }) => {
    await app.page.setViewportSize({ width, height: 700 });
    await app.begin(NAMES);
    await app.showSidebar();
    const announcement = app.navigation.getByText(/moved to position/);
    await app.link('Four').focus();
    await app.page.keyboard.press('Alt+ArrowUp');
    await expectOrder(app, 'One', 'Two', 'Four', 'Three', 'Five');
    await expect(app.link('Four')).toBeFocused();
    await expect(announcement).toHaveText('Four moved to position 3 of 5');
    await app.page.keyboard.press('Alt+ArrowDown');
    await app.page.keyboard.press('Alt+ArrowDown');
    await expectOrder(app, ...NAMES.slice(0, 3), 'Five', 'Four');
    await expect(app.link('Four')).toBeFocused();
    await expect(announcement).toHaveText('Four moved to position 5 of 5');
    // It is at the end already.
    await app.page.keyboard.press('Alt+ArrowDown');
    await app.page.keyboard.press('ArrowUp');
    await expectOrder(app, ...NAMES.slice(0, 3), 'Five', 'Four');
    await app.page.keyboard.press('Enter');
    await expect(app.heading('Four')).toBeVisible();
  });
}

test('Without dragging, a pointer moves a collection by buttons, on every device', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(NAMES);
  const phone = await newDevice({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });
  await phone.join(user);
  await phone.button('Menu').tap();
  await phone.button('More for collection Two').tap();
  await phone.menuItem('Edit').tap();
  const dialog = phone.dialog('Edit collection');
  const up = dialog.getByRole('button', { name: 'Move up', exact: true });
  const down = dialog.getByRole('button', { name: 'Move down', exact: true });
  await expect(dialog.getByText('Position 2 of 5', { exact: true })).toBeVisible();
  await up.tap();
  await expect(dialog.getByText('Position 1 of 5', { exact: true })).toBeVisible();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await up.press('Enter');
  await expectOrder(app, 'Two', 'One', 'Three', 'Four', 'Five');
  for (let i = 0; i < 4; i++) await down.tap();
  await expect(dialog.getByText('Position 5 of 5', { exact: true })).toBeVisible();
  await phone.cancel(dialog);
  for (const device of [app, phone]) await expectOrder(device, 'One', 'Three', 'Four', 'Five', 'Two');
});

test('A finger scrolls the collections and opens them, as if nothing could be dragged', async ({
  server,
  newDevice,
}) => {
  const phone = await newDevice({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 600 } });
  await phone.begin();
  const names = Array.from({ length: 20 }, (_, index) => `Collection ${index + 1}`);
  await seedCollections(phone, server, names);
  await phone.button('Menu').tap();
  await expect(phone.link('Collection 1')).toHaveAttribute('draggable', 'true');
  const { x, y } = (await phone.link('Collection 3').boundingBox())!;
  const cdp = await phone.context.newCDPSession(phone.page);
  await cdp.send('Input.synthesizeScrollGesture', { x: x + 40, y: y + 20, yDistance: -1500, speed: 3000 });
  await expect(phone.link('Collection 20')).toBeInViewport();
  await expectOrder(phone, ...names);
  await phone.link('Collection 20').tap();
  await expect(phone.heading('Collection 20')).toBeVisible();
});
