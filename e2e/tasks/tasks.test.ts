import type { Locator } from '@playwright/test';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ motion: true });

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });

test('A user edits every field of a task', async ({ app }) => {
  await app.begin(['Home']);
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
  // The page already names it.
  await expect(app.task('Buy oat milk')).not.toContainText('Work');
  await app.page.goto('/app/upcoming');
  await expect(app.task('Buy oat milk')).toContainText('Work');
});

test('A user deletes a task, after being asked', async ({ app }) => {
  await app.begin({ Home: ['Keep', 'Throw away'] });
  await app.deleteTask('Throw away');
  await expect(app.success('Task deleted')).toBeVisible();
  await expect(app.task('Throw away')).toBeHidden();
  await expect(app.tasks).toContainText(['Keep']);
  await app.page.reload();
  await expect(app.tasks).toContainText(['Keep']);
  await app.open('Completed');
  await expect(app.tasks).toHaveCount(0);
});

test('A user works with the keyboard alone', async ({ app }) => {
  await app.begin(['Home']);
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

  await app.task('Typed').press('e');
  await expect(app.dialog('Edit task')).toBeVisible();
  await keyboard.press('Escape');
  await expect(app.task('Typed')).toBeFocused();
  await app.button('Complete Typed').press('Space');
  await expect(app.task('Typed')).toBeHidden();
  await expect(app.heading('Today')).toBeFocused();
});

test('A completed task is reopened, and deleted after the same question', async ({ app }) => {
  await app.begin({ Home: ['Sweep', 'Dust'] });
  await app.completeTask('Sweep');
  await app.completeTask('Dust');

  await app.open('Completed');
  await app.button('Reopen Sweep').click();
  await expect(app.success('Task reopened')).toBeVisible();
  await expect(app.task('Sweep')).toBeHidden();
  await app.deleteTask('Dust');
  await expect(app.task('Dust')).toBeHidden();
  await app.undo('Task deleted', 'Deletion undone');
  await expect(app.button('Reopen Dust')).toBeVisible();

  await app.open('Today');
  await expect(app.tasks).toHaveCount(1);
  await expect(app.button('Complete Sweep')).toBeVisible();
  await app.page.reload();
  await expect(app.button('Complete Sweep')).toBeVisible();
});

test('A completed task whose collection is gone is reopened in another one', async ({ app }) => {
  await app.begin({ 'Old home': ['Sweep'], 'New home': [] });
  await app.completeTask('Sweep');
  await app.deleteCollection('Old home');
  await app.open('Completed');
  await app.button('Reopen Sweep').click();
  const dialog = app.dialog('Reopen task');
  await expect(button(dialog, 'Reopen')).toBeDisabled();
  const reason = /was in a collection that was deleted/;
  await expect(dialog).toHaveAccessibleDescription(reason);
  const above = await dialog.getByText(reason).boundingBox();
  const select = await dialog.getByLabel('Collection', { exact: true }).boundingBox();
  expect(select!.y - above!.y - above!.height).toBeGreaterThan(8);
  await app.fillTask(dialog, { collection: 'New home' });
  await button(dialog, 'Reopen').click();
  await expect(dialog).toBeHidden();
  await expect(app.tasks).toHaveCount(0);
  await app.openCollection('New home');
  await expect(app.button('Complete Sweep')).toBeVisible();
});

test('A user who edits a task that another device deletes meanwhile can keep their input', async ({
  app,
  newDevice,
}) => {
  const user = await app.begin({ Home: ['Buy milk'] });
  const desk = await newDevice();
  await desk.join(user);
  const dialog = await app.openTask('Buy milk');
  await app.fillTask(dialog, { description: 'Two bottles' });
  await desk.deleteTask('Buy milk');

  await expect(dialog.getByText('This task was deleted meanwhile.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore Task', exact: true }).click();

  await expect(app.success('Task restored')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(desk.task('Buy milk')).toContainText('Two bottles');
});
