import type { Locator } from '@playwright/test';

import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { tabTo } from '#e2e/support/tab-to.ts';
import { newUser } from '#e2e/support/users.ts';

test('A user does everything from signing up to signing out by keyboard alone', async ({ app }) => {
  const { keyboard } = app.page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const type = async (label: string, text: string) => {
    await tabTo(app, app.page.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  };
  const pressOn = async (target: Locator) => {
    await tabTo(app, target);
    await press('Enter');
  };
  const noDialog = () => expect(app.page.getByRole('dialog')).toHaveCount(0);

  // Sign-up, from the landing page on.
  const { name, email, password } = newUser();
  await app.page.goto('/');
  await pressOn(app.page.getByRole('link', { name: 'Get Started', exact: true }).first());
  await expect(app.heading('Sign up')).toBeVisible();
  await type('Name', name);
  await type('Email', email);
  await type('Password', password);
  await press('Enter');
  await expect(app.heading('Today')).toBeVisible();

  // Two collections, the second in another color.
  for (const [collection, color, keys] of [
    ['Home', 'Radical Red', ['Space']],
    ['Work', 'Burnt Orange', ['Space', 'ArrowRight', 'ArrowRight']],
  ] as const) {
    await pressOn(app.button('Add collection'));
    const dialog = app.dialog('Add collection');
    await type('Collection name', collection);
    await press('Tab', ...keys);
    await expect(dialog.getByRole('radio', { name: color, exact: true })).toBeChecked();
    await press('Enter');
    await noDialog();
    await expect(app.button('Add collection')).toBeFocused();
  }

  // Tasks: the first with every field, the others with the defaults.
  await press('n');
  const add = app.dialog('Add task');
  await expect(add.getByLabel('Task name', { exact: true })).toBeFocused();
  await keyboard.type('Buy milk');
  await type('Description', 'Two litres');
  await tabTo(app, add.getByRole('button', { name: /^Tomorrow/ }));
  await press('Space');
  await expect(add.getByLabel('Date', { exact: true })).toHaveValue(day(1));
  await type('Collection', 'W');
  await expect(add.getByRole('option', { selected: true })).toHaveText('Work');
  await pressOn(add.getByRole('button', { name: 'Add Task', exact: true }));
  await noDialog();
  for (const task of ['Sweep', 'Dust', 'Mop']) {
    await press('q');
    await expect(add.getByLabel('Task name', { exact: true })).toBeFocused();
    await keyboard.type(task);
    await press('Enter');
    await noDialog();
  }
  await expect(app.tasks).toContainText(['Sweep', 'Dust', 'Mop']);

  // Keys in the list: complete, undo, edit, delete.
  await press('j', 'j');
  await expect(app.task('Dust')).toBeFocused();
  await press('Space');
  await expect(app.task('Dust')).toBeHidden();
  await expect(app.task('Mop')).toBeFocused();
  await expect(app.button('Undo')).toBeVisible();
  await press('z');
  await expect(app.task('Dust')).toBeFocused();
  await press('e');
  const edit = app.dialog('Edit task');
  await expect(edit.getByLabel('Task name', { exact: true })).toBeFocused();
  await press('End');
  await keyboard.type(' the shelves');
  await press('Enter');
  await noDialog();
  await expect(app.task('Dust the shelves')).toBeFocused();
  await press('k', 'Delete');
  const question = app.dialog('Are you sure you want to delete?');
  await expect(question).toContainText('Sweep');
  await pressOn(question.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(app.task('Sweep')).toBeHidden();
  await expect(app.tasks).toContainText(['Dust the shelves', 'Mop']);

  // The views, and a completed task reopened.
  await press('g', 'u');
  await expect(app.heading('Upcoming')).toBeFocused();
  await expect(app.task('Buy milk')).toContainText('Work');
  await press('j', 'Space');
  await expect(app.task('Buy milk')).toBeHidden();
  await press('g', 'c');
  await expect(app.heading('Completed')).toBeFocused();
  await press('j');
  await expect(app.task('Buy milk')).toBeFocused();
  await press('Space');
  await expect(app.task('Buy milk')).toBeHidden();
  await press('g', 't');
  await expect(app.heading('Today')).toBeFocused();

  // Deleting a collection with its tasks.
  await pressOn(app.button('Delete collection Work'));
  await pressOn(question.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(app.link('Work')).toBeHidden();
  await expect(app.tasks).toHaveCount(0);

  // Undo restores it, and all is saved.
  await press('Control+z');
  await expect(app.link('Work')).toBeVisible();
  await expect(app.tasks).toContainText(['Dust the shelves', 'Mop']);
  await pressOn(app.header.getByRole('button', { name: /^Sync: / }));
  // Once focused, it takes keys.
  await expect(app.dialog('Everything is saved')).toBeFocused();
  await press('Escape');
  await noDialog();

  // The shortcuts, the theme, and signing out.
  await press('?');
  await expect(app.dialog('Keyboard shortcuts')).toBeVisible();
  await press('Escape');
  await noDialog();
  await pressOn(app.header.getByRole('link', { name: 'Account', exact: true }));
  await expect(app.heading('Account')).toBeFocused();
  const account = app.page.getByRole('navigation', { name: 'Account', exact: true });
  await pressOn(account.getByRole('link', { name: 'Preferences', exact: true }));
  await expect(app.heading('Account')).toBeFocused();
  await tabTo(app, app.page.getByRole('radio', { name: 'System', exact: true }));
  await press('ArrowRight', 'ArrowRight');
  await expect(app.page.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked();
  await expect(app.page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(app.synced).toBeVisible();
  await pressOn(account.getByRole('link', { name: 'Profile', exact: true }));
  await pressOn(app.button('Sign out'));
  await expect(app.heading('Organize, Prioritize, Achieve')).toBeVisible();
});
