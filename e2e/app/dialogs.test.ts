import type { Locator } from '@playwright/test';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ motion: true });

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

test('The task dialog has the fields and buttons that the user expects', async ({ app }) => {
  await app.begin(['Home']);
  await app.addCollection('Work', 'Maximum Blue');
  const dialog = await app.openTaskDialog();

  await expect(field(dialog, 'Task name')).toHaveAttribute('placeholder', 'Task name');
  await expect(field(dialog, 'Description')).toHaveAttribute('placeholder', 'Description (optional)');
  await expect(field(dialog, 'Date')).toHaveValue(day());
  const collection = field(dialog, 'Collection');
  await expect(collection).toHaveRole('combobox');
  await expect(collection.getByRole('option')).toHaveText(['Select Collection', 'Home', 'Work']);
  await expect(collection.getByRole('option', { name: 'Select Collection' })).toBeDisabled();
  await expect(collection.getByRole('option', { selected: true })).toHaveText('Select Collection');
  await expect(button(dialog, 'Cancel')).toBeEnabled();
  await expect(button(dialog, 'Add Task')).toBeDisabled();
});

test('A task can be added once its name, date and collection are there', async ({ app }) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  const submit = button(dialog, 'Add Task');
  await app.fillTask(dialog, { name: 'Buy milk', date: day(), collection: 'Home' });
  await expect(submit).toBeEnabled();
  for (const broken of [{ name: '   ' }, { date: '' }, { date: '2026-02-30' }, { date: 'some day' }]) {
    await app.fillTask(dialog, broken);
    await expect(submit, JSON.stringify(broken)).toBeDisabled();
    await app.fillTask(dialog, { name: 'Buy milk', date: day() });
    await expect(submit).toBeEnabled();
  }
  await field(dialog, 'Task name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.success('Task added')).toBeVisible();
  await expect(app.task('Buy milk')).toBeVisible();
  await expect(app.tasks).toHaveCount(1);

  const next = await app.openTaskDialog();
  await expect(field(next, 'Task name')).toHaveValue('');
  await expect(field(next, 'Description')).toHaveValue('');
});

test('A task is added once, even if its button is pressed several times', async ({ app }) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Buy milk', date: day(), collection: 'Home' });
  // Also while the dialog saves, and while it fades out.
  await button(dialog, 'Add Task').evaluate(async (element: HTMLElement) => {
    while (element.isConnected) {
      element.click();
      element.click();
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(dialog).toBeHidden();
  await expect(app.task('Buy milk')).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
});

test('A user who leaves a field empty learns its requirement, and not before', async ({ app }) => {
  await app.begin(['Home', 'Work']);
  const dialog = await app.openTaskDialog();
  const fields = [
    { label: 'Task name', message: 'Please enter a Task Name' },
    { label: 'Date', message: 'Please enter a Date' },
    { label: 'Collection', message: 'Please select a Collection' },
  ];
  for (const { label, message } of fields) {
    await field(dialog, label).focus();
    await expect(field(dialog, label)).toBeFocused();
    if (label === 'Date') await app.fillTask(dialog, { date: '' });
    await expect(dialog.getByText(message, { exact: true })).toBeHidden();
  }
  await field(dialog, 'Description').focus();
  for (const { label, message } of fields) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
    await expect(field(dialog, label)).toHaveAccessibleDescription(message);
  }
  await app.fillTask(dialog, { name: 'Buy milk', date: day(), collection: 'Home' });
  for (const { message } of fields) await expect(dialog.getByText(message, { exact: true })).toBeHidden();
});

test('A new task starts with the day and the collection of its page', async ({ app }) => {
  await app.begin(['Home', 'Work']);
  const expectProposal = async (date: string, collection: string) => {
    const dialog = await app.openTaskDialog();
    await expect(field(dialog, 'Date')).toHaveValue(date);
    await expect(dialog.getByRole('option', { selected: true })).toHaveText(collection);
    // The app's own suggestions are no input to lose.
    await app.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await expectProposal(day(), 'Select Collection');
  await app.openCollection('Work');
  await expectProposal(day(), 'Work');
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Write', collection: 'Home' });
  await button(dialog, 'Add Task').click();
  await expect(dialog).toBeHidden();
  await expectProposal(day(), 'Work');

  await app.open('Upcoming');
  await expectProposal(day(1), 'Home');
  await app.page.reload();
  await expectProposal(day(1), 'Home');
  await app.open('Overdue');
  await expectProposal(day(), 'Home');
  await app.deleteCollection('Home');
  // The only one that is left.
  await expectProposal(day(), 'Work');
});

test('Enter in an unfinished form marks all that is missing, and goes to the first of it', async ({
  app,
}) => {
  await app.begin(['Home', 'Work']);
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Buy milk' });
  await field(dialog, 'Task name').press('Enter');
  await expect(field(dialog, 'Collection')).toBeFocused();
  await expect(field(dialog, 'Collection')).toHaveAccessibleDescription('Please select a Collection');
  await app.fillTask(dialog, { date: '' });
  await field(dialog, 'Date').press('Enter');
  await expect(field(dialog, 'Date')).toBeFocused();
  await expect(dialog.locator('[aria-live]').getByText('Please enter a Date', { exact: true })).toBeVisible();
  await app.fillTask(dialog, { date: day(), collection: 'Work' });
  await field(dialog, 'Task name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.task('Buy milk')).toBeVisible();

  await app.button('Add collection').click();
  const adding = app.dialog('Add collection');
  await field(adding, 'Collection name').fill('Garden');
  await field(adding, 'Collection name').press('Enter');
  await expect(adding.getByText('Please select a Color', { exact: true })).toBeVisible();
  await expect(adding.getByRole('radio').first()).toBeFocused();
  await adding.getByRole('radio', { name: 'Fern', exact: true }).check();
  await app.page.keyboard.press('Enter');
  await expect(app.link('Garden')).toBeVisible();
});

for (const [width, height] of [
  [375, 700],
  [320, 400],
] as const) {
  test(`At ${width} x ${height} px the task dialog is a sheet at the foot, and a long name wraps in it`, async ({
    app,
  }) => {
    await app.page.setViewportSize({ width, height });
    await app.begin(['Home']);
    const dialog = await app.openTaskDialog();
    const name = field(dialog, 'Task name');
    const lineHeight = (await name.boundingBox())!.height;
    await name.fill('x'.repeat(500));
    await expect.poll(async () => (await name.boundingBox())!.height).toBeGreaterThan(2 * lineHeight);
    // It slides in from the foot.
    await expect
      .poll(async () => {
        const { x, y, width: w, height: h } = (await dialog.boundingBox())!;
        return [x, w, Math.round(y + h)];
      })
      .toEqual([0, width, height]);
    await expect(button(dialog, 'Add Task')).toBeInViewport({ ratio: 1 });
    await name.press('Enter');
    await expect(dialog).toBeHidden();
  });
}

for (const [width, height] of [
  [1280, 720],
  [375, 700],
  [375, 400],
  [320, 480],
  [667, 320],
] as const) {
  test(`At ${width} x ${height} px the dialogs fit, with their buttons in reach`, async ({ app }) => {
    await app.begin({ Home: [{ name: 'Buy milk', description: 'Two litres\n'.repeat(40) }] });
    await app.page.setViewportSize({ width, height });
    const expectInReach = async (...names: string[]) => {
      for (const name of names) await expect(app.button(name)).toBeInViewport({ ratio: 1 });
      const contentWidth = await app.page.evaluate(() => document.documentElement.scrollWidth);
      expect(contentWidth).toBeLessThanOrEqual(width);
    };
    const dialog = await app.openTaskDialog();
    await expectInReach('Cancel', 'Add Task');
    await button(dialog, 'Open calendar').click();
    await expect(app.dialog('Calendar')).toBeInViewport({ ratio: 1 });
    await app.page.keyboard.press('Escape');
    await expect(app.dialog('Calendar')).toBeHidden();
    // The buttons do not cover the focused field.
    await field(dialog, 'Collection').focus();
    await expect(field(dialog, 'Collection')).toBeInViewport({ ratio: 1 });
    const box = async (locator: Locator) => (await locator.boundingBox())!;
    const [collection, cancel] = [
      await box(field(dialog, 'Collection')),
      await box(button(dialog, 'Cancel')),
    ];
    expect(collection.y + collection.height).toBeLessThanOrEqual(cancel.y);
    await app.cancel(dialog);

    await app.openTask('Buy milk');
    await expectInReach('Cancel', 'Save');
    await app.cancel(app.dialog('Edit task'));
    await app.task('Buy milk').press('Delete');
    await expectInReach('Cancel', 'Confirm');
  });
}
