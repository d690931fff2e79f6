import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';

import { day, zoneOf } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { mutation, RawDevice, seedCollections } from '#e2e/support/raw-device.ts';

const HOUR_MS = 3_600_000;

// A zone given to the browser at its start could not be changed later.
test.use({ timezoneId: undefined });

test('A traveller sees the same days after the flight, in the page and in an open calendar', async ({
  app,
}) => {
  const browser = await app.context.newCDPSession(app.page);
  const travelTo = (timezoneId: string) => browser.send('Emulation.setTimezoneOverride', { timezoneId });
  // A zone that shares its day with the other one.
  const here = Math.min(5, Math.max(-11, 8 - new Date().getUTCHours()));
  const inFull = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: zone }).format();
  await travelTo(zoneOf(here));
  await app.begin();
  await expect(app.page.getByText(inFull(zoneOf(here)), { exact: true })).toBeVisible();
  const dialog = await app.openTaskDialog();
  await app.button('Open calendar').click();

  await travelTo(zoneOf(here + 6));
  await app.page.evaluate(() => window.dispatchEvent(new Event('focus')));

  const today = inFull(zoneOf(here + 6));
  const calendar = app.dialog('Calendar');
  await calendar.getByRole('button', { name: today }).click();
  const written = await dialog.getByLabel('Date', { exact: true }).inputValue();
  expect(written).toBe(calendarDayAt(Date.now(), zoneOf(here + 6)));
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(today);
  await app.cancel(dialog);
  await app.open('Upcoming');
  await app.open('Today');
  await expect(app.page.getByText(today, { exact: true })).toBeVisible();
});

test('A traveller finds completed tasks under the local days of the place', async ({ app, server }) => {
  const browser = await app.context.newCDPSession(app.page);
  const travelTo = (timezoneId: string) => browser.send('Emulation.setTimezoneOverride', { timezoneId });
  // A zone where it is past ten in the evening; three hours to the east, it is past one the next morning.
  const untilEvening = 22 - new Date().getUTCHours();
  const here = untilEvening > 11 ? untilEvening - 24 : untilEvening;
  await travelTo(zoneOf(here));
  await app.begin();
  const [home] = await seedCollections(app, server, ['Home']);
  const device = await RawDevice.of(app, server);
  for (const [name, at] of [
    ['Sweep', Date.now() - 13 * HOUR_MS],
    ['Mop', Date.now()],
  ] as const) {
    const id = newId();
    const fields = { name, description: '', date: day(), collectionId: home!, at };
    await device.push(mutation('task.add', { id, ...fields }), mutation('task.complete', { id, at }));
  }
  device.close();
  const doneOn = (label: string) =>
    app.page.getByRole('main').getByRole('list', { name: label, exact: true }).getByRole('listitem');
  await app.open('Completed');
  await expect(doneOn('Today')).toContainText(['Mop', 'Sweep']);

  await travelTo(zoneOf(here + 3));
  // The app checks the clock when the user comes back to it.
  await app.page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await expect(doneOn('Today')).toContainText(['Mop']);
  await expect(doneOn('Yesterday')).toContainText(['Sweep']);
});
