import type { Locator } from '@playwright/test';

import { LIMITS } from '#src/domain/limits.ts';
import type { App } from '#e2e/support/app.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

/** Enters a text as from the clipboard: `fill` would ignore the browser's limit. */
async function paste(app: App, field: Locator, text: string): Promise<void> {
  await field.click();
  await app.page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);
}

test('A text pasted over a limit stays, the user learns of it, and nothing is saved until it is shorter', async ({
  app,
}) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  const add = dialog.getByRole('button', { name: 'Add Task', exact: true });
  const fields = [
    { label: 'Task name', limit: LIMITS.taskName },
    { label: 'Description', limit: LIMITS.taskDescription },
  ];
  for (const { label, limit } of fields) {
    const field = dialog.getByLabel(label, { exact: true });
    const message = dialog.getByText(`At most ${limit.toLocaleString('en-US')} characters, please`, {
      exact: true,
    });
    await paste(app, field, 'x'.repeat(limit + 3));
    await expect(field).toHaveValue('x'.repeat(limit + 3));
    await expect(dialog.getByText('3 characters too many', { exact: true })).toBeVisible();
    await expect(add).toBeDisabled();
    await app.fillTask(dialog, { date: day(), collection: 'Home' });
    await expect(add).toBeDisabled();
    await expect(message).toBeVisible();
    await field.press('Control+End');
    for (let i = 0; i < 3; i++) await field.press('Backspace');
    await expect(message).toBeHidden();
    await expect(add).toBeEnabled();
  }
  const date = dialog.getByLabel('Date', { exact: true });
  await date.fill('');
  await paste(app, date, `${day()} and then some more words`);
  await expect(date).toHaveValue(`${day()} and then some more words`);
  await expect(add).toBeDisabled();
  await date.fill(day());
  await add.click();
  await expect(dialog).toBeHidden();

  await app.button('Add collection').click();
  const name = app.dialog('Add collection').getByLabel('Collection name', { exact: true });
  await paste(app, name, 'y'.repeat(LIMITS.collectionName + 1));
  await expect(name).toHaveValue('y'.repeat(LIMITS.collectionName + 1));
  await expect(app.page.getByText('1 character too many', { exact: true })).toBeVisible();
});

test('A name that is too long for an account is kept and told', async ({ app }) => {
  await app.page.goto('/auth/signup');
  const name = app.page.getByLabel('Name', { exact: true });
  await paste(app, name, 'z'.repeat(121));
  await expect(name).toHaveValue('z'.repeat(121));
  await app.button('Sign up').click();
  await expect(app.page.getByText('At most 120 characters, please', { exact: true })).toBeVisible();
});
