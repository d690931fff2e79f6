import type { Locator } from '@playwright/test';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** What a user does, counted: each click, and each key that is not text. Text belongs to the step that sends it. */
class Steps {
  readonly #app: App;
  #taken = 0;

  constructor(app: App) {
    this.#app = app;
  }

  async click(target: Locator): Promise<void> {
    this.#taken += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.#taken += 1;
    await this.#app.page.keyboard.press(key);
  }

  /** The steps since it was last asked. */
  taken(): number {
    const taken = this.#taken;
    this.#taken = 0;
    return taken;
  }
}

test('[Q8] The first task of a new account takes two steps', async ({ app }) => {
  await app.begin();
  const steps = new Steps(app);
  await steps.click(app.button('Quick add'));
  await app.page.keyboard.type('Buy milk');
  await steps.press('Enter');
  await expect(app.task('Buy milk')).toBeVisible();
  expect(steps.taken()).toBe(2);
});

test('A task is two steps from tomorrow, from a collection and from a sub-task; a double click completes one', async ({
  app,
}) => {
  await app.begin({ Home: ['Sweep', 'Dust', 'Mop', 'Air'], Garden: [] });
  const { page } = app;
  const steps = new Steps(app);
  const entry = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

  await app.task('Sweep').hover();
  await steps.click(app.button('Date of Sweep'));
  await steps.click(entry(/^Tomorrow/));
  await expect(app.task('Sweep')).toBeHidden();
  expect(steps.taken()).toBe(2);

  // The arrow leads to the row, where the key opens the collections.
  await app.task('Dust').focus();
  await steps.press('v');
  await expect(page.getByLabel('Search collections and sections')).toBeFocused();
  await page.keyboard.type('gar');
  await steps.press('Enter');
  await expect(app.task('Dust')).toContainText('Garden');
  expect(steps.taken()).toBe(2);

  await app.rowLink('Mop').click();
  const field = app.panel.getByLabel('Add sub-task', { exact: true });
  await steps.click(field);
  await page.keyboard.type('Fill the bucket');
  await steps.press('Enter');
  await expect(app.panel.getByRole('listitem', { name: 'Fill the bucket' })).toBeVisible();
  expect(steps.taken()).toBe(2);
  await page.keyboard.press('Escape');

  await app.button('Complete Mop').dblclick();
  await expect(app.task('Mop')).toBeHidden();
  await expect(app.task('Air')).toBeVisible();
  await expect(app.task('Dust')).toBeVisible();
});

test('[T10] Keys change the selected tasks together: day, reminders and repeat', async ({ app }) => {
  await app.begin({ Home: [{ name: 'Sweep', date: day(1) }, { name: 'Dust', date: day(1) }, 'Mop'] });
  const { page } = app;
  await app.openCollection('Home');
  for (const name of ['Sweep', 'Dust']) {
    await app.task(name).focus();
    await page.keyboard.press('x');
  }
  await page.keyboard.press('r');
  const choices = app.dialog('Reminders and repeat');
  const before = choices.getByRole('button', { name: '10 minutes before', exact: true });
  await before.click();
  await expect(before).toHaveAttribute('aria-pressed', 'true');
  await choices.getByRole('button', { name: 'Repeat', exact: true }).click();
  await choices.getByLabel('Repeats').fill('every day');
  await page.keyboard.press('Enter');
  await expect(choices).toBeHidden();
  for (const name of ['Sweep', 'Dust']) await expect(app.task(name)).toContainText('every day');
  await expect(app.task('Mop')).not.toContainText('every day');

  // On a row alone, what is set is ticked, and the repeat is the last one.
  await app.task('Dust').focus();
  await page.keyboard.press('r');
  await expect(before).toHaveAttribute('aria-pressed', 'true');
  await expect(choices.getByRole('button').last()).toHaveText(/^Repeat/);
  await page.keyboard.press('Escape');
  await expect(app.task('Dust')).toBeFocused();
});

test('Overdue tasks say how late they are, and move to today together, with one undo', async ({ app }) => {
  await app.begin({ Home: [{ name: 'Sweep', date: day(-12) }, { name: 'Dust', date: day(-1) }, 'Mop'] });
  await app.open('Overdue');
  await expect(app.task('Sweep').getByText('12 days ago', { exact: true })).toBeVisible();
  await app.button('Move all to today').click();
  await expect(app.tasks).toHaveCount(0);
  await expect(app.button('Move all to today')).toBeHidden();
  await app.page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(app.tasks).toHaveCount(2);
});

test('A task with a time says why it stays where it is', async ({ app }) => {
  await app.begin({ Home: ['Sweep', { name: 'Call', time: '10:00' as TimeOfDay }] });
  await app.task('Call').focus();
  await app.page.keyboard.press('Alt+ArrowUp');
  await expect(app.success('Tasks with a time stay in order of time')).toBeVisible();
  await expect(app.task('Call')).toBeFocused();
});
