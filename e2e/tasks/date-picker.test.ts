import type { Locator } from '@playwright/test';

import { toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { nextWeek } from '#src/web/features/tasks/draft/next-week.ts';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

test('Today, tomorrow and next week are one press away', async ({ app }) => {
  await app.begin();
  const dialog = await app.openTaskDialog();
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });
  const quick = (name: string, date: CalendarDay) =>
    button(dialog, `${name} ${weekday.format(toUtcDate(date))}`);
  const nextWeekDay = nextWeek(day(), 'locale', 'en-US');
  await expect(quick('Today', day())).toHaveAttribute('aria-pressed', 'true');
  for (const [name, date] of [
    ['Next week', nextWeekDay],
    ['Tomorrow', day(1)],
    ['Today', day()],
  ] as const) {
    await quick(name, date).click();
    await expect(field(dialog, 'Date')).toHaveValue(date);
    await expect(field(dialog, 'Date')).toHaveAccessibleDescription(inFull(date));
    await expect(quick(name, date)).toHaveAttribute('aria-pressed', 'true');
  }
  await app.fillTask(dialog, { date: day(40) });
  await expect(dialog.getByRole('button', { pressed: true })).toHaveCount(0);
});

test('A day typed in words is understood as soon as its parser has loaded', async ({ app }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await app.page.route(/\/assets\/quick-add-code-.*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await app.begin({ Home: ['Water the plants'] });
  await app.task('Water the plants').focus();
  await app.page.keyboard.press('x');
  await app.page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Date' }).click();
  const another = field(app.dialog('Date'), 'Another day');
  await another.fill('tomorrow');
  await expect(another).toHaveAccessibleDescription('');
  arrive();
  await expect(another).toHaveAccessibleDescription(inFull(day(1)));
});

test('A user picks the day of a task from the calendar', async ({ app }) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Water the plants', date: day(1), collection: 'Home' });
  await button(dialog, 'Open calendar').click();
  await app
    .dialog('Calendar')
    .getByRole('button', { name: inFull(day()) })
    .click();
  await expect(app.dialog('Calendar')).toBeHidden();
  await expect(field(dialog, 'Date')).toHaveValue(day());
  await button(dialog, 'Add Task').click();
  await expect(app.task('Water the plants')).toBeVisible();
});

test('The calendar works by keyboard, and Escape closes only the calendar', async ({ app }) => {
  await app.begin();
  const dialog = await app.openTaskDialog();
  const calendar = app.dialog('Calendar');
  const { keyboard } = app.page;
  const dayButton = (date: CalendarDay) => calendar.getByRole('button', { name: inFull(date) });
  await app.fillTask(dialog, { name: 'Water the plants', date: '2026-11-25' });

  await button(dialog, 'Open calendar').press('Enter');
  await expect(dayButton('2026-11-25' as CalendarDay)).toBeFocused();
  for (const [key, date] of [
    ['ArrowRight', '2026-11-26'],
    ['ArrowDown', '2026-12-03'],
    ['ArrowLeft', '2026-12-02'],
    ['ArrowUp', '2026-11-25'],
    ['PageDown', '2026-12-25'],
    ['PageUp', '2026-11-25'],
    ['End', '2026-11-28'],
    ['Home', '2026-11-22'],
  ] as const) {
    await keyboard.press(key);
    await expect(dayButton(date as CalendarDay)).toBeFocused();
  }
  await keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(button(dialog, 'Open calendar')).toBeFocused();
  await expect(field(dialog, 'Date')).toHaveValue('2026-11-25');

  await keyboard.press('Enter');
  await expect(dayButton('2026-11-25' as CalendarDay)).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(field(dialog, 'Date')).toHaveValue('2026-11-26');
  await expect(button(dialog, 'Open calendar')).toBeFocused();
});

for (const [locale, first] of [
  ['en-US', 'Sunday'],
  ['de-DE', 'Monday'],
]) {
  test(`In ${locale} the calendar's week starts on ${first}`, async ({ newDevice }) => {
    const app = await newDevice({ locale: locale! });
    await app.begin();
    const dialog = await app.openTaskDialog();
    await button(dialog, 'Open calendar').click();
    // The column's names are hidden from screen readers: they get the weekday with each day.
    const columns = app.dialog('Calendar').getByRole('columnheader', { includeHidden: true });
    await expect(columns.first()).toHaveAttribute('aria-label', first!);
  });
}

/** A day in the words for screen readers. */
function inFull(date: CalendarDay): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' }).format(toUtcDate(date));
}
