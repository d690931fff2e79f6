import type { Locator } from '@playwright/test';
import { addDays, parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { seedCollections, seedTasks } from '#e2e/support/raw-device.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

const today = () => parseCalendarDay(day()) as CalendarDay;
const cell = (app: App, date: CalendarDay): Locator =>
  app.page.getByRole('grid').locator(`[role="gridcell"][data-day="${date}"]`).first();
const chip = (app: App, date: CalendarDay, name: string) => cell(app, date).getByRole('button', { name });

async function drag(app: App, from: Locator, to: Locator, at?: { x: number; y: number }): Promise<void> {
  await from.hover();
  await app.page.mouse.down();
  await to.hover(at ? { position: at } : {});
  await to.hover(at ? { position: { x: at.x + 1, y: at.y } } : { position: { x: 9, y: 9 } });
  await app.page.mouse.up();
}

test('[V7] In the calendar tasks are added, moved and stretched by keys and mouse, live on all devices', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin(['Home']);
  const [now, next] = [today(), addDays(today(), 1)];
  await app.open('Calendar');
  await expect(cell(app, now)).toHaveAttribute('aria-current', 'date');

  // Keys move to the next day; a task added there gets its date.
  await cell(app, now).focus();
  await app.page.keyboard.press('ArrowRight');
  await expect(cell(app, next)).toBeFocused();
  await app.page.keyboard.press('n');
  const dialog = app.dialog('Add task');
  await app.fillTask(dialog, { name: 'Dentist', collection: 'Home' });
  await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(chip(app, next, 'Dentist')).toBeVisible();
  await expect(cell(app, next)).toHaveAccessibleName(/, 1 task Dentist$/);
  await expect(cell(app, next)).toBeFocused();
  await app.page.keyboard.press('PageDown');
  await app.page.keyboard.press('PageUp');
  await app.page.keyboard.press('Enter');
  await expect(app.task('Dentist')).toBeFocused();
  expect(await violationsOf(app, 'Calendar, month')).toEqual([]);

  const other = await newDevice();
  await other.join(user);
  await other.open('Calendar');
  await expect(chip(other, next, 'Dentist')).toBeVisible();

  // The mouse drags it to today, and there to a time of the week.
  await drag(app, chip(app, next, 'Dentist'), cell(app, now));
  await expect(chip(other, now, 'Dentist')).toBeVisible();
  // The day of the next week was chosen, if today is a Saturday.
  await app.button('Today').click();
  await app.button('Week').click();
  const column = app.page.locator(`[data-day="${day()}"][data-target="time"]`);
  await column.evaluate((element) => element.parentElement?.parentElement?.scrollTo(0, 0));
  await drag(app, chip(app, now, 'Dentist'), column, { x: 20, y: 4 * 46 + 1 });
  const block = (name: RegExp) => column.getByRole('button', { name });
  await expect(block(/^Dentist ?, 4:00/)).toBeVisible();
  await block(/^Dentist/).focus();
  await app.page.keyboard.press('Alt+ArrowDown');
  await expect(block(/^Dentist ?, 4:15/)).toBeFocused();
  await app.page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(block(/^Dentist ?, 4:15.*5:00/)).toBeFocused();
  await other.button('Week').click();
  await expect(other.page.getByRole('button', { name: /^Dentist ?, 4:15.*5:00/ })).toBeVisible();
  expect(await violationsOf(app, 'Calendar, week')).toEqual([]);

  for (const view of ['Month', 'Week']) {
    await other.page.setViewportSize({ width: 320, height: 640 });
    await other.button(view).click();
    await expectNoOverflow(other);
    expect(await violationsOf(other, `Calendar at 320 px, ${view}`)).toEqual([]);
  }
  await expect(other.task('Dentist')).toBeVisible();
});

test('[V7] A task that ends after midnight appears on its second day too, and its end is moved there', async ({
  app,
  server,
}) => {
  await app.begin();
  const [home = ''] = await seedCollections(app, server, ['Home']);
  await app.open('Calendar');
  await app.button('Week').click();
  // The next day is in the same week on any day.
  const columns = app.page.locator('[data-target="time"]');
  const first = (await columns.first().getAttribute('data-day')) as CalendarDay;
  const night = { name: 'Night shift', time: '22:00' as TimeOfDay, duration: 480 };
  await seedTasks(app, server, [night], { collectionId: home, date: first });
  const block = (date: CalendarDay) =>
    app.page.locator(`[data-day="${date}"][data-target="time"] [data-move]`);
  const [evening, morning] = [block(first), block(addDays(first, 1))];
  await expect(evening).toHaveAccessibleName(/^Night shift ?, 10:00.PM, 8.h/);
  await expect(morning).toHaveAccessibleName(/^Night shift ?, 10:00.PM, 8.h/);
  await expect(evening.locator('[data-resize]')).toHaveCount(0);

  await morning.focus();
  await app.page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(morning).toHaveAccessibleName(/, 7.h.45/);
  await expect(morning).toBeFocused();

  const column = app.page.locator(`[data-day="${addDays(first, 1)}"][data-target="time"]`);
  await column.evaluate((element) => element.parentElement?.parentElement?.scrollTo(0, 0));
  await drag(app, morning.locator('[data-resize]'), column, { x: 20, y: 2 * 46 + 1 });
  await expect(morning).toHaveAccessibleName(/, 4.h/);
  // Dragging the later block by its middle moves the whole task.
  await drag(app, morning, column, { x: 20, y: 4 * 46 + 23 });
  await expect(evening).toHaveCount(0);

  // A move out of the week leaves the focus on the chosen day.
  await morning.focus();
  await app.page.keyboard.press('Alt+ArrowLeft');
  await expect(evening).toBeFocused();
  await app.page.keyboard.press('Alt+ArrowLeft');
  await expect(app.page.locator('[role="gridcell"][tabindex="0"]')).toBeFocused();

  // So does a move to a day that a narrow window hides.
  await app.page.setViewportSize({ width: 375, height: 740 });
  await app.page.keyboard.press('PageUp');
  await app.page.locator('[data-move]:visible').focus();
  await app.page.keyboard.press('Alt+ArrowLeft');
  await expect(app.page.locator('[role="gridcell"][tabindex="0"]')).toBeFocused();
});

test('[V7] [V8] A collection and a filter have calendars of their own tasks, chosen by the menu View', async ({
  app,
}) => {
  await app.begin({
    Home: [{ name: 'Bake', priority: 1 }, 'Water'],
    Work: [{ name: 'Report', priority: 1 }],
  });
  await app.openCollection('Home');
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Calendar', exact: true }).click();
  await expect(app.dialog('View').getByLabel('Group by', { exact: true })).toBeHidden();
  await app.page.keyboard.press('Escape');
  await expect(cell(app, today())).toHaveAccessibleName(/, 2 tasks/);
  await expect(chip(app, today(), 'Bake')).toBeVisible();
  await expect(chip(app, today(), 'Report')).toHaveCount(0);
  expect(await violationsOf(app, 'the calendar of a collection')).toEqual([]);

  // A task added there belongs to the collection, also after a reload.
  await app.page.reload();
  await cell(app, today()).focus();
  await app.page.keyboard.press('n');
  await app.dialog('Add task').getByLabel('Task name', { exact: true }).fill('Sweep');
  await app.page.keyboard.press('Enter');
  await expect(cell(app, today())).toHaveAccessibleName(/, 3 tasks/);
  await app.page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  await app.page.setViewportSize({ width: 1280, height: 800 });

  await app.button('Add filter').click();
  await app.dialog('Add filter').getByLabel('Filter name', { exact: true }).fill('First');
  await app.dialog('Add filter').getByLabel('Query', { exact: true }).fill('p1');
  await app.dialog('Add filter').getByRole('button', { name: 'Add Filter', exact: true }).click();
  await app.link('First').click();
  await app.button('View').click();
  await app.dialog('View').getByRole('button', { name: 'Calendar', exact: true }).click();
  await app.page.keyboard.press('Escape');
  await expect(cell(app, today())).toHaveAccessibleName(/, 2 tasks/);
  await expect(chip(app, today(), 'Report')).toBeVisible();
  await expect(chip(app, today(), 'Water')).toHaveCount(0);

  // Tasks of an archived collection appear only in its own calendar.
  await app.openCollection('Home');
  await app.button('Collection Home').click();
  await app.menuItem('Archive').click();
  await expect(app.page.getByText('This collection is archived')).toBeVisible();
  await expect(cell(app, today())).toHaveAccessibleName(/, 3 tasks/);
  await expect(chip(app, today(), 'Water')).toBeVisible();
  await app.link('First').click();
  await expect(cell(app, today())).toHaveAccessibleName(/, 1 task\b/);
  await expect(chip(app, today(), 'Report')).toBeVisible();
});

test('[V7] Six weeks from today on fit the window, cells count what they have no room for, and the column of the day folds away', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await app.begin({ Home: Array.from({ length: 9 }, (_, n) => `Step ${n} of a plan with a long name`) });
  await app.open('Calendar');
  const cells = app.page.getByRole('gridcell');
  await expect(cells).toHaveCount(42);
  await expect(cells.nth(41)).toBeInViewport({ ratio: 1 });
  await expect(cells.and(app.page.locator('[aria-current="date"]'))).toBeInViewport({ ratio: 1 });
  expect(await cells.evaluateAll((all) => all.slice(0, 7).some((each) => each.ariaCurrent === 'date'))).toBe(
    true,
  );
  const shown = await chip(app, today(), 'Step').count();
  await expect(cell(app, today()).getByText(`${9 - shown} more`, { exact: true })).toBeVisible();
  const whole = await chip(app, today(), 'Step').evaluateAll((chips) =>
    chips.every(
      (each) =>
        each.getBoundingClientRect().bottom <=
        each.closest('[role="gridcell"]')!.getBoundingClientRect().bottom,
    ),
  );
  expect(whole).toBe(true);
  expect(await violationsOf(app, 'six weeks')).toEqual([]);

  const fold = app.button('Day column');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(app.task('Step 0 of a plan with a long name')).toBeHidden();
  await app.page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await cell(app, today()).press('Enter');
  await expect(app.task('Step 0 of a plan with a long name')).toBeFocused();

  await app.button('Week').click();
  await expect(app.button('Week')).toHaveAttribute('aria-pressed', 'true');
  // Heads stay above their columns where a scrollbar takes room, as this border does.
  await app.page.locator('[data-times]').evaluate(({ parentElement }) => {
    parentElement!.style.borderInlineEnd = '20px solid';
  });
  const left = (all: readonly Element[]) => all.map((each) => Math.round(each.getBoundingClientRect().left));
  const columns = await app.page.locator('[data-target="time"]').evaluateAll(left);
  expect(await app.page.getByRole('columnheader').evaluateAll(left)).toEqual(columns);
  expect(await app.page.locator('[data-target="untimed"]').evaluateAll(left)).toEqual(columns);
});
