import type { BrowserContextOptions, Locator } from '@playwright/test';

import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';

test.use({ motion: true });

const phoneOf = (width: number): BrowserContextOptions => ({
  hasTouch: true,
  isMobile: true,
  viewport: { width, height: 640 },
});
const names = Array.from({ length: 20 }, (_, index) => `Step ${index + 1}`);

const addTask = (app: App) => app.header.getByRole('button', { name: 'Add task', exact: true });

/** The place of an element in the window, px. */
async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}

test('On a phone the button that adds a task is within the thumb’s reach', async ({ newDevice }) => {
  const phone = await newDevice(phoneOf(375));
  await phone.begin();
  const box = await boxOf(addTask(phone));
  expect(box).toMatchObject({ width: 48, height: 48, left: (375 - 48) / 2, bottom: 640 - 4 });
  await addTask(phone).tap();
  await expect(phone.dialog('Add task')).toBeVisible();
});

test('It is in the header from 832 px on', async ({ app }) => {
  await app.page.setViewportSize({ width: 832, height: 640 });
  await app.begin();
  expect((await boxOf(addTask(app))).bottom).toBeLessThan(56);
  await app.page.setViewportSize({ width: 831, height: 640 });
  // On its way from one bar to the other, it is in neither.
  const bottom = async () => {
    const box = await addTask(app).boundingBox();
    return box && box.y + box.height;
  };
  await expect.poll(bottom).toBe(640 - 4);
});

test('The bar at the foot leads to today, to the days to come, to search and to the calendar', async ({
  newDevice,
}) => {
  const phone = await newDevice(phoneOf(375));
  await phone.begin();
  const tabs = phone.page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs.getByRole('link', { name: 'Today', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const name of ['Upcoming', 'Calendar', 'Today']) {
    const tab = tabs.getByRole('link', { name, exact: true });
    await tab.tap();
    await expect(phone.heading(name)).toBeVisible();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }
  await tabs.getByRole('button', { name: 'Search', exact: true }).tap();
  await expect(phone.dialog('Search and commands')).toBeVisible();
});

test('On a phone the bar covers neither the last task nor a notification', async ({ newDevice }) => {
  const phone = await newDevice(phoneOf(375));
  await phone.begin({ Home: names });
  await expect(phone.tasks).toHaveCount(names.length);
  await phone.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const bar = await boxOf(phone.page.getByRole('navigation', { name: 'Tabs' }));
  await expect.poll(async () => (await boxOf(phone.tasks.last())).bottom).toBeLessThan(bar.top);

  await phone.button('Complete Step 20').tap();
  const notification = phone.page.getByRole('status').getByText('Task completed', { exact: true });
  await expect(notification).toBeVisible();
  // It slides in.
  await expect.poll(async () => (await boxOf(notification)).bottom).toBeLessThan(bar.top);
  await expect(addTask(phone)).toBeInViewport();
});

test('With any names, the page is no wider than a phone of 320 px', async ({ newDevice, server }) => {
  const phone = await newDevice(phoneOf(320));
  await phone.begin();
  const longNames = ['x'.repeat(120), 'قائمة المهام المنزلية'.repeat(4), '👩‍👩‍👧 Family 🎉'];
  const ids = await seedCollections(phone, server, longNames);
  for (const id of ids) await seedTasks(phone, server, longNames, { date: day(), collectionId: id });
  await expect(phone.tasks).toHaveCount(9);
  await expectNoOverflow(phone);
  for (const path of [
    'overdue',
    'upcoming',
    'completed',
    'account',
    `project/${longNames[0]}`,
    'project/x',
  ]) {
    await phone.page.goto(`/app/${path}`);
    await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoOverflow(phone);
  }
  await phone.button('Menu').tap();
  await expect(phone.link(longNames[0]!)).toBeVisible();
  await expectNoOverflow(phone);
  expect((await boxOf(phone.dialog('Menu'))).right).toBeLessThan(320);
});

test('Fingers find targets of 44 px or more', async ({ newDevice }) => {
  const phone = await newDevice(phoneOf(375));
  await phone.begin({ Home: ['Sweep'] });
  await expect(phone.tasks).toHaveCount(1);
  await expectLargeTargets(phone, phone.header);
  await phone.openAccount();
  await expectLargeTargets(phone, phone.page.getByRole('main'));
  await phone.button('Menu').tap();
  await expect(phone.link('Home')).toBeVisible();
  await expectLargeTargets(phone, phone.dialog('Menu'));
  await phone.button('Add collection').tap();
  await expectLargeTargets(phone, phone.dialog('Add collection'));
});

/** Checks every control of `part` by its layout, unaffected by motion. */
async function expectLargeTargets(app: App, part: Locator): Promise<void> {
  const small = await part.locator('a, button, input').evaluateAll((controls: HTMLElement[]) =>
    controls
      .filter((control) => control.checkVisibility())
      .map((control) => control.closest('label') ?? control)
      .filter(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight) < 44)
      .map((control) => control.outerHTML),
  );
  expect(small).toEqual([]);
  await expectNoOverflow(app);
}

test('Nothing lies under the camera, the rounded corners or the home bar of a phone', async ({
  newDevice,
}) => {
  const phone = await newDevice(phoneOf(375));
  const cdp = await phone.context.newCDPSession(phone.page);
  const setInsets = (insets: object) => cdp.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await setInsets({ top: 47, bottom: 34 });
  await phone.begin();
  expect((await boxOf(phone.button('Menu'))).top).toBeGreaterThanOrEqual(47);
  expect((await boxOf(addTask(phone))).bottom).toBe(640 - 34 - 4);
  await phone.button('Menu').tap();
  await expect.poll(async () => (await boxOf(phone.button('Close'))).left).toBeGreaterThan(200);
  expect((await boxOf(phone.button('Close'))).top).toBeGreaterThanOrEqual(47);
  await phone.page.keyboard.press('Escape');
  await expect(phone.dialog('Menu')).toBeHidden();

  for (const width of [640, 852]) {
    await phone.page.setViewportSize({ width, height: 375 });
    await setInsets({ left: 59, right: 59, bottom: 21 });
    await expect.poll(async () => (await boxOf(phone.heading('Today'))).left).toBeGreaterThanOrEqual(59);
    expect((await boxOf(phone.heading('Today'))).right).toBeLessThanOrEqual(width - 59);
    expect((await boxOf(phone.header.getByRole('link', { name: 'Account' }))).right).toBeLessThanOrEqual(
      width - 59,
    );
    if (width === 852) expect((await boxOf(phone.link('Today'))).left).toBeGreaterThanOrEqual(59);
    await expectNoOverflow(phone);
  }
});

test('On a phone the page that a user has chosen from the menu gets the focus', async ({ newDevice }) => {
  const phone = await newDevice(phoneOf(375));
  await phone.begin();
  await phone.button('Menu').click();
  await phone.link('Upcoming').press('Enter');

  await expect(phone.dialog('Menu')).toBeHidden();
  await expect(phone.heading('Upcoming')).toBeFocused();
});
