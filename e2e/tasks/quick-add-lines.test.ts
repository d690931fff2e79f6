import type { Locator } from '@playwright/test';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

/** Pastes as a user does: the field gets the event first, and the text unless it prevents that. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (input.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

const nameIn = (dialog: Locator) => dialog.getByLabel('Task name', { exact: true });
const offer = (dialog: Locator) => dialog.getByRole('group', { name: 'Pasted lines', exact: true });

test('[Q5] Each pasted line becomes a task, an indented one a sub-task, and one undo removes all of them', async ({
  app,
}) => {
  await app.begin(['Home']);
  await app.openCollection('Home');
  const dialog = await app.openTaskDialog();
  await nameIn(dialog).focus();
  await paste(nameIn(dialog), '- Bake a cake tomorrow p1 !30m\n  - Flour\n  - Eggs p2\n- Tea');
  await expect(offer(dialog).getByRole('status')).toHaveText('4 lines were pasted.');
  expect(await violationsOf(app, 'Add task')).toEqual([]);
  await app.page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  await app.page.setViewportSize({ width: 1280, height: 720 });

  await offer(dialog).getByRole('button', { name: 'Add 4 tasks', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  for (const name of ['Bake a cake', 'Flour', 'Eggs', 'Tea']) await expect(app.task(name)).toBeVisible();
  await app.rowLink('Bake a cake').click();
  const { panel } = app;
  const below = panel.getByRole('list', { name: 'Sub-tasks' });
  await expect(below.getByRole('listitem').filter({ hasText: /Flour|Eggs/ })).toHaveCount(2);
  await expect(panel.getByRole('list', { name: 'Reminders' })).toContainText('30 minutes before');
  await app.page.keyboard.press('Escape');

  await app.page.keyboard.press('ControlOrMeta+z');
  for (const name of ['Bake a cake', 'Flour', 'Eggs', 'Tea']) await expect(app.task(name)).toBeHidden();
});

test('[Q5] [Q8] Pasted lines are shown as tasks, with a collection to choose; without one they go to Inbox', async ({
  app,
}) => {
  await app.begin();
  await app.button('Quick add').click();
  const field = app.page.getByLabel('Task name', { exact: true });
  await field.focus();
  await paste(field, '- Pack the bags\n  - Passport\n- Water the plants tomorrow');
  const pasted = offer(app.page.locator('main'));
  await expect(pasted.getByRole('listitem')).toHaveText([
    'Pack the bags',
    'Passport',
    /^Water the plants\w{3}, /,
  ]);
  const collection = pasted.getByLabel('Collection of these tasks', { exact: true });
  await expect(collection.locator('option:checked')).toHaveText('Inbox');
  expect(await violationsOf(app, 'Today')).toEqual([]);
  await pasted.getByRole('button', { name: 'Add 3 tasks', exact: true }).click();
  await expect(app.success('3 tasks in Inbox, a new collection')).toBeVisible();
  await expect(app.task('Pack the bags')).toBeVisible();

  await app.addCollection('Garden');
  await paste(field, 'Rake\nDig');
  await collection.selectOption('Garden');
  await pasted.getByRole('button', { name: 'Add 2 tasks', exact: true }).click();
  await expect(app.task('Rake')).toContainText('Garden');
});

test('[Q5] A pasted page asks first, shows its progress, and one undo reverts it', async ({ app }) => {
  test.slow();
  await app.begin(['Home']);
  await app.openCollection('Home');
  const dialog = await app.openTaskDialog();
  await nameIn(dialog).focus();
  await paste(nameIn(dialog), Array.from({ length: 1_000 }, (_, i) => `Line ${i + 1}`).join('\n'));
  await offer(dialog).getByRole('button', { name: 'Add 1,000 tasks', exact: true }).click();
  const question = app.dialog('Add 1,000 tasks?');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(offer(dialog)).toBeVisible();

  await offer(dialog).getByRole('button', { name: 'Add 1,000 tasks', exact: true }).click();
  await question.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(app.page.getByText(/^[\d,]+ of 1,000$/).first()).toBeVisible();
  await expect(app.success('Tasks added')).toBeVisible();
  await expect(app.task('Line 1')).toBeVisible();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(app.task('Line 1')).toBeHidden();
});

test('[Q6] The fields for a day and for a repeat accept the words of quick add', async ({ app }) => {
  await app.begin(['Home']);
  await app.openCollection('Home');
  const dialog = await app.openTaskDialog();
  await nameIn(dialog).fill('Water');
  const date = dialog.getByLabel('Date', { exact: true });
  await date.fill('tom 5pm');
  await date.blur();
  await expect(date).toHaveValue(day(1));
  await expect(dialog.getByRole('button', { name: /^Time (17:00|5:00\sPM)$/ })).toBeVisible();
  await nameIn(dialog).press('Enter');
  await expect(dialog).toBeHidden();

  await app.task('Water').focus();
  await app.page.keyboard.press('r');
  await app
    .dialog('Reminders and repeat')
    .getByRole('button', { name: /^Repeat/ })
    .click();
  const repeat = app.dialog('Repeat');
  await repeat.getByLabel('Repeats').fill('every 3rd fri');
  await expect(repeat.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5);
  expect(await violationsOf(app, 'Repeat')).toEqual([]);
  await app.page.keyboard.press('Enter');
  await expect(repeat).toBeHidden();
  await expect(app.task('Water').getByText(/third Friday/)).toBeVisible();
});
