import { readFile } from 'node:fs/promises';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const mark = (app: App, name: string) => app.task(name).getByText(/^Priority \d$/);
const detail = (app: App, value: string) =>
  app.dialog('Add task').getByRole('button', { name: value, exact: true });
const choice = (app: App, priority: number) =>
  app.dialog('Priority').getByRole('radio', { name: `Priority ${priority}`, exact: true });

test('A user sets priorities in the dialog and by keys, and undoes them', async ({ app, newDevice }) => {
  const user = await app.begin({ Home: ['Sweep'] });
  await expect(mark(app, 'Sweep')).toBeHidden();
  const dialog = await app.openTaskDialog();
  await app.fillTask(dialog, { name: 'Dust', collection: 'Home' });
  // The choices are a radio group: Tab reaches it once, and arrows choose.
  await detail(app, 'Priority').press('Enter');
  await expect(choice(app, 4)).toBeChecked();
  await expect(choice(app, 4)).toBeFocused();
  for (const _ of [3, 2]) await app.page.keyboard.press('ArrowLeft');
  await expect(choice(app, 2)).toBeChecked();
  expect(await violationsOf(app, 'Priority')).toEqual([]);
  await app.page.keyboard.press('Enter');
  await expect(app.dialog('Priority')).toBeHidden();
  await expect(detail(app, 'Priority 2')).toBeFocused();
  await dialog.getByLabel('Task name', { exact: true }).focus();
  await app.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(mark(app, 'Dust')).toHaveText('Priority 2');

  await app.task('Sweep').focus();
  await app.page.keyboard.press('1');
  await expect(mark(app, 'Sweep')).toHaveText('Priority 1');
  await expect(app.success('Priority 1')).toBeVisible();
  expect(await violationsOf(app, 'Today')).toEqual([]);
  await expect(app.synced).toBeVisible();
  const other = await newDevice();
  await other.join(user);
  await expect(mark(other, 'Sweep')).toHaveText('Priority 1');
  await expect(mark(other, 'Dust')).toHaveText('Priority 2');

  await app.page.keyboard.press('4');
  await expect(mark(app, 'Sweep')).toBeHidden();
  await expect(mark(other, 'Sweep')).toBeHidden();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(mark(app, 'Sweep')).toHaveText('Priority 1');
  await expect(mark(other, 'Sweep')).toHaveText('Priority 1');

  await app.completeTask('Sweep');
  await app.open('Completed');
  await app.task('Sweep').press('e');
  await expect(app.dialog('Completed task').getByText('Priority 1', { exact: true })).toBeVisible();
});

test('A half-chosen priority is restored when the dialog opens again', async ({ app }) => {
  await app.begin(['Home']);
  const dialog = await app.openTaskDialog();
  await detail(app, 'Priority').click();
  await choice(app, 3).click();
  await expect(app.dialog('Priority')).toBeHidden();
  await app.cancel(dialog);
  await app.openTaskDialog();
  await expect(detail(app, 'Priority 3')).toBeVisible();
});

test('Priorities are exported and imported; an invalid one becomes the default', async ({
  app,
  newDevice,
}) => {
  await app.begin(['Home']);
  for (const [name, key] of [
    ['Sweep', '1'],
    ['Dust', '3'],
    ['Mop', '2'],
  ] as const) {
    await app.addTask(name, { collection: 'Home' });
    await app.task(name).focus();
    await app.page.keyboard.press(key);
    await expect(mark(app, name)).toHaveText(`Priority ${key}`);
  }
  await app.openAccount('Your data');
  const downloading = app.page.waitForEvent('download');
  await app.button('Export').click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  const edited = JSON.parse(file) as { tasks: { name: string; priority?: unknown }[] };
  expect(edited.tasks.map(({ priority }) => priority)).toEqual([1, 3, 2]);
  edited.tasks[1]!.priority = 'urgent';
  delete edited.tasks[2]!.priority;

  const other = await newDevice();
  await other.begin();
  await other.openAccount('Your data');
  const choosing = other.page.waitForEvent('filechooser');
  await other.button('Import').click();
  const buffer = Buffer.from(JSON.stringify(edited));
  await (await choosing).setFiles({ name: 'sunglow.json', mimeType: 'application/json', buffer });
  await other.dialog('Import').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(other.dialog('Import')).toBeHidden();
  await other.open('Today');
  await expect(mark(other, 'Sweep')).toHaveText('Priority 1');
  for (const name of ['Dust', 'Mop']) {
    await expect(other.task(name)).toBeVisible();
    await expect(mark(other, name)).toBeHidden();
  }
});
