import type { Locator } from '@playwright/test';

import { toLocalDate } from '#src/domain/calendar-day.ts';

import { day } from './days.ts';
import { expect, test } from './fixtures.ts';

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

test('The task dialog has the fields and buttons that the user expects', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  await app.addCollection('Work', 'Maximum Blue');
  const dialog = await app.openTaskDialog();

  await expect(field(dialog, 'Task name')).toHaveAttribute('placeholder', 'Task name');
  await expect(field(dialog, 'Description')).toHaveAttribute('placeholder', 'Description (optional)');
  await expect(field(dialog, 'Date')).toHaveValue('');
  const collection = field(dialog, 'Collection');
  await expect(collection).toHaveRole('combobox');
  await expect(collection.getByRole('option')).toHaveText(['Select Collection', 'Home', 'Work']);
  await expect(collection.getByRole('option', { name: 'Select Collection' })).toBeDisabled();
  await expect(collection.getByRole('option', { selected: true })).toHaveText('Select Collection');
  await expect(button(dialog, 'Cancel')).toBeEnabled();
  await expect(button(dialog, 'Add Task')).toBeDisabled();
});

test('A task can be added once its name, date and collection are there', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  const submit = button(dialog, 'Add Task');
  await app.fillTask(dialog, { name: 'Buy milk', date: day(), collection: 'Home' });
  await expect(submit).toBeEnabled();
  for (const broken of [{ name: '   ' }, { date: '' }, { date: '2026-02-30' }, { date: 'tomorrow' }]) {
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
  await expect(field(next, 'Date')).toHaveValue('');
  await expect(next.getByRole('option', { selected: true })).toHaveText('Select Collection');
});

test('A user who leaves a field empty is told what it needs, and not before', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  const fields = [
    { label: 'Task name', message: 'Please enter a Task Name' },
    { label: 'Date', message: 'Please enter a Date' },
    { label: 'Collection', message: 'Please select a Collection' },
  ];
  for (const { label, message } of fields) {
    await field(dialog, label).focus();
    await expect(field(dialog, label)).toBeFocused();
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

for (const [way, leave] of [
  ['Cancel', (dialog: Locator) => button(dialog, 'Cancel').click()],
  ['Escape', (dialog: Locator) => dialog.page().keyboard.press('Escape')],
  ['a click beside it', (dialog: Locator) => dialog.page().mouse.click(3, 3)],
] as const) {
  test(`A user leaves the dialogs by ${way}, and nothing happens`, async ({ app }) => {
    await app.signUp();
    await app.addCollection('Home');
    const add = await app.openTaskDialog();
    await app.fillTask(add, { name: 'Never', date: day(), collection: 'Home' });
    await leave(add);
    await expect(add).toBeHidden();
    await expect(app.tasks).toHaveCount(0);

    await app.addTask('Stay as you are', { collection: 'Home' });
    const edit = await app.openTask('Stay as you are');
    await app.fillTask(edit, { name: 'Changed' });
    await leave(edit);
    await expect(edit).toBeHidden();
    await expect(app.tasks).toContainText(['Stay as you are']);

    const question = app.dialog('Are you sure you want to delete?');
    await app.task('Stay as you are').hover();
    await app.button('Delete Stay as you are').click();
    await expect(button(question, 'Confirm')).toBeVisible();
    await leave(question);
    await expect(question).toBeHidden();
    await expect(app.tasks).toContainText(['Stay as you are']);

    const collection = app.dialog('Add collection');
    await app.button('Add collection').click();
    await field(collection, 'Collection name').fill('Never');
    await leave(collection);
    await expect(collection).toBeHidden();
    await expect(app.link('Never')).toBeHidden();
  });
}

test('A user edits every field of a task', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  await app.addCollection('Work', 'Maximum Blue');
  const description = 'Two litres,\nnot from the corner shop';
  await app.addTask('Buy milk', { description, collection: 'Home' });
  await expect(app.task('Buy milk')).toContainText('Two litres,');

  const dialog = await app.openTask('Buy milk');
  await expect(field(dialog, 'Task name')).toHaveValue('Buy milk');
  await expect(field(dialog, 'Description')).toHaveValue(description);
  await expect(field(dialog, 'Date')).toHaveValue(day());
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Home');
  await expect(button(dialog, 'Save')).toBeEnabled();
  await app.fillTask(dialog, { name: ' ' });
  await expect(button(dialog, 'Save')).toBeDisabled();
  await app.fillTask(dialog, {
    name: 'Buy oat milk',
    description: '',
    date: day(2),
    collection: 'Work',
  });
  await button(dialog, 'Save').click();
  await expect(dialog).toBeHidden();
  await expect(app.success('Task saved')).toBeVisible();

  await expect(app.tasks).toHaveCount(0);
  await app.openCollection('Home');
  await expect(app.tasks).toHaveCount(0);
  await app.openCollection('Work');
  await expect(app.task('Buy oat milk')).toBeVisible();
  await expect(app.task('Buy oat milk')).not.toContainText('Two litres');
  await app.page.reload();
  await expect(app.task('Buy oat milk')).toContainText('Work');
});

test('A user deletes a task, after being asked', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  await app.addTask('Keep', { collection: 'Home' });
  await app.addTask('Throw away', { collection: 'Home' });
  await app.deleteTask('Throw away');
  await expect(app.success('Task deleted')).toBeVisible();
  await expect(app.task('Throw away')).toBeHidden();
  await expect(app.tasks).toContainText(['Keep']);
  await app.page.reload();
  await expect(app.tasks).toContainText(['Keep']);
  await app.open('Completed');
  await expect(app.tasks).toHaveCount(0);
});

test('A user picks the day of a task from the calendar', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Water the plants', date: day(1), collection: 'Home' });
  await button(dialog, 'Open calendar').click();
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(toLocalDate(day(0)));
  await app.dialog('Calendar').getByRole('button', { name: date }).click();
  await expect(app.dialog('Calendar')).toBeHidden();
  await expect(field(dialog, 'Date')).toHaveValue(day(0));
  await button(dialog, 'Add Task').click();
  await expect(app.task('Water the plants')).toBeVisible();
});

test('A user works with the keyboard alone', async ({ app }) => {
  await app.signUp();
  await app.addCollection('Home');
  const { keyboard } = app.page;
  const add = app.header.getByRole('button', { name: 'Add task', exact: true });
  await add.press('Enter');
  const dialog = app.dialog('Add task');
  await expect(field(dialog, 'Task name')).toBeFocused();
  await keyboard.type('Typed');
  await keyboard.press('Tab');
  await expect(field(dialog, 'Description')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type(day());
  await field(dialog, 'Collection').focus();
  await keyboard.type('Home');
  await field(dialog, 'Task name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await app.button('Edit Typed').press('Enter');
  await expect(app.dialog('Edit task')).toBeVisible();
  await keyboard.press('Escape');
  await expect(app.button('Edit Typed')).toBeFocused();
  await app.button('Complete Typed').press('Space');
  await expect(app.task('Typed')).toBeHidden();
  await expect(app.heading('Today')).toBeFocused();
});
