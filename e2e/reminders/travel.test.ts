import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { addDays, calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

/** Adds a task in three days at 9:00, with a reminder at its time. */
async function addReminded(app: App, name: string, zone: string): Promise<void> {
  const date = addDays(calendarDayAt(Date.now(), zone), 3);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name, date, collection: 'Home' });
  await dialog.getByRole('button', { name: 'Time', exact: true }).click();
  await app.dialog('Time').getByLabel('Time of day', { exact: true }).fill('9:00');
  await app.page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reminders', exact: true }).click();
  await app.dialog('Reminders').getByRole('button', { name: 'At the time', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dialog).toBeHidden();
}

// A zone given to the browser at its start could not be changed later.
test.use({ timezoneId: undefined });

test('[N7] A traveller learns of the reminders that would move, tries it out first, and pins one', async ({
  app,
}) => {
  const { page } = app;
  const browser = await app.context.newCDPSession(page);
  const travelTo = async (timezoneId: string) => {
    await browser.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
  await app.begin(['Home']);
  for (const name of ['Take the pill', 'Call home']) await addReminded(app, name, 'Europe/Berlin');
  await expect(app.synced).toBeVisible();

  await app.openAccount('Preferences');
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

  // The pinned reminder is at Berlin's time: back there, only the other one moves.
  await travelTo('Europe/Berlin');
  await expect(page.getByText('In Berlin, 1 reminder moves', { exact: true })).toBeVisible();
  await app.button('Keep Tokyo time').click();
  await expect(page.getByText('In Berlin, 1 reminder moves', { exact: true })).toBeHidden();
});

test('[N7] A second device in another zone asks before anything moves, and once; the first one asks again, and the zone is a setting', async ({
  newDevice,
}) => {
  const phone = await newDevice({ timezoneId: 'America/New_York' });
  const user = await phone.begin(['Home']);
  await addReminded(phone, 'Take the pill', 'America/New_York');
  await phone.open('Upcoming');
  await phone.completeTask('Take the pill');
  await expect(phone.synced).toBeVisible();

  // A browser that hides its place, while no reminder would move.
  const desk = await newDevice({ timezoneId: 'UTC' });
  await desk.join(user);
  await expect(desk.page.getByText('Reminders use New York time', { exact: true })).toBeVisible();
  await expect(
    desk.page.getByText('This browser says UTC. Some browsers say so to hide where you are.', {
      exact: true,
    }),
  ).toBeVisible();
  expect(await violationsOf(desk, 'a second device')).toEqual([]);
  await desk.openAccount('Preferences');
  const zoneOn = (app: App) => app.page.getByLabel('Time zone', { exact: true });
  await expect(zoneOn(desk)).toHaveValue('America/New_York');
  await expect(zoneOn(desk)).toHaveAccessibleDescription(
    'Reminders use New York time. This device is in UTC.',
  );
  await phone.openAccount('Preferences');
  await expect(zoneOn(phone).locator('option:checked')).toHaveText('Where I am, by this device');

  await zoneOn(desk).selectOption('UTC');
  await expect(zoneOn(desk)).toHaveAccessibleDescription('Reminders use UTC time on all devices.');
  await expect(desk.page.getByText('Reminders use New York time', { exact: true })).toBeHidden();
  await expect(phone.page.getByText('Reminders use UTC time', { exact: true })).toBeVisible();
  await addReminded(phone, 'Call home', 'America/New_York');
  await expect(phone.page.getByText('In New York, 1 reminder moves', { exact: true })).toBeVisible();
  await zoneOn(phone).selectOption({ index: 0 });
  const dialog = phone.dialog('In New York, 1 reminder moves');
  await expect(dialog.getByRole('listitem')).toContainText(/from .*(4:00|5:00).* to .*9:00/);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(zoneOn(phone)).toBeFocused();
  await expect(zoneOn(phone)).toHaveValue('UTC');
  await phone.button('Show reminders').click();
  await dialog.getByRole('button', { name: 'Move all', exact: true }).click();
  await expect(phone.page.getByText('In New York, 1 reminder moves', { exact: true })).toBeHidden();
  await expect(zoneOn(phone)).toHaveAccessibleDescription(
    'Reminders use New York time and follow this device.',
  );

  await expect(desk.page.getByText('In UTC, 1 reminder moves', { exact: true })).toBeVisible();
  await desk.button('Keep New York time').click();
  await expect(desk.page.getByText('In UTC, 1 reminder moves', { exact: true })).toBeHidden();
  await desk.page.reload();
  await expect(zoneOn(desk)).toHaveValue('America/New_York');
  await expect(desk.synced).toBeVisible();
  await expect(desk.page.getByText('In UTC, 1 reminder moves', { exact: true })).toBeHidden();
});
