import { violationsOf } from '#e2e/support/axe.ts';
import { addDays, calendarDayAt } from '#src/domain/calendar-day.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

// One given to the browser at its start could not be changed later.
test.use({ timezoneId: undefined });

test('[N7] A traveller is told which reminders move before they do, tries it out before, and pins one', async ({
  app,
}) => {
  const { page } = app;
  const browser = await app.context.newCDPSession(page);
  const travelTo = async (timezoneId: string) => {
    await browser.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
  await app.signUp();
  await app.addCollection('Home');
  const date = addDays(calendarDayAt(Date.now(), 'Europe/Berlin'), 3);
  for (const name of ['Take the pill', 'Call home']) {
    const dialog = await app.openTaskDialog();
    await app.fillTask(dialog, { name, date, collection: 'Home' });
    await dialog.getByRole('button', { name: 'Time', exact: true }).click();
    await app.dialog('Time').getByLabel('Time of day', { exact: true }).fill('9:00');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Reminders', exact: true }).click();
    await app.dialog('Reminders').getByRole('button', { name: 'At the time', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(app.synced).toBeVisible();

  await app.openAccount();
  await page.getByLabel('Try out another time zone', { exact: true }).fill('Asia/Tokyo');
  await expect(page.getByText('In Tokyo, 2 reminders move.', { exact: true })).toBeVisible();
  await app.button('Show reminders').click();
  const dialog = app.dialog('In Tokyo, 2 reminders move');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText(/from .*(5:00|17:00).* to .*9:00/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(app.button('Show reminders')).toBeFocused();

  await page.getByLabel('Try out another time zone', { exact: true }).fill('');
  await travelTo('Asia/Tokyo');
  await expect(page.getByText('In Tokyo, 2 reminders move', { exact: true })).toBeVisible();
  expect(await violationsOf(app, 'a traveller')).toEqual([]);
  await app.button('Show reminders').click();
  await dialog.getByRole('checkbox', { name: 'Pin Take the pill', exact: true }).check();
  expect(await violationsOf(app, 'reminders that move')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  await dialog.getByRole('button', { name: 'Move the others', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('In Tokyo, 2 reminders move', { exact: true })).toBeHidden();
  await expect(page.locator('body:focus')).toHaveCount(0);
  await expect(app.synced).toBeVisible();

  // The pinned one is at Berlin's time: back there, only the other one moves.
  await travelTo('Europe/Berlin');
  await expect(page.getByText('In Berlin, 1 reminder moves', { exact: true })).toBeVisible();
  await app.button('Not now').click();
  await expect(page.getByText('In Berlin, 1 reminder moves', { exact: true })).toBeHidden();
});
