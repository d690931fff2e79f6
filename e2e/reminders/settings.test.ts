import type { Page } from '@playwright/test';

import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent;
    });
  for (let tabs = 0; tabs < 80; tabs++) {
    if ((await focused())?.trim() === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}.`);
}

test('[N1] [N4] Reminders of a task are added and removed by keyboard, and its row marks them', async ({
  app,
}) => {
  const { page } = app;
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Catch the train', date: day(1), collection: 'Home' });
  await dialog.getByRole('button', { name: 'Time', exact: true }).click();
  await app.dialog('Time').getByLabel('Time of day', { exact: true }).fill('9:00');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reminders', exact: true }).click();
  await app.dialog('Reminders').getByRole('button', { name: '1 hour before', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Reminders 1 hour before', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dialog).toBeHidden();
  await app.open('Upcoming');
  await expect(app.task('Catch the train').getByText('Has reminders')).toBeAttached();

  await app.rowLink('Catch the train').click();
  const reminders = page.getByRole('list', { name: 'Reminders', exact: true });
  await expect(reminders.getByRole('listitem').filter({ hasText: '1 hour before' })).toContainText('Queued');
  await tabTo(page, 'Add reminder');
  await page.keyboard.press('Enter');
  const menu = app.dialog('Add reminder');
  for (const name of ['At the time', '10 minutes before', '1 hour before', '1 day before'])
    await expect(menu.getByRole('button', { name, exact: true })).toBeVisible();
  expect(await violationsOf(app, 'Add reminder')).toEqual([]);
  await tabTo(page, 'At the time');
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(app.button('Add reminder')).toBeFocused();
  await expect(reminders.getByText('At the time', { exact: true })).toBeVisible();

  await app.button('Add reminder').click();
  await menu.getByRole('button', { name: 'Pick a day and time', exact: true }).click();
  await menu.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    menu.getByText('Please enter a day and a time, such as “tomorrow 9am”', { exact: true }),
  ).toBeVisible();
  await menu.getByLabel('Remind me at', { exact: true }).fill(`${day(1)} 08:15`);
  await page.keyboard.press('Enter');
  await expect(reminders.getByText(/08:15/).first()).toBeVisible();

  await tabTo(page, 'Remove reminder 1 hour before');
  await page.keyboard.press('Enter');
  await expect(reminders.getByText('1 hour before', { exact: true })).toBeHidden();
  await expect(page.locator(':focus')).not.toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(reminders.getByText('1 hour before', { exact: true })).toBeVisible();
  expect(await violationsOf(app, 'task with reminders')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  await expect(app.synced).toBeVisible();
});
