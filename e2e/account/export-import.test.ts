import { readFile } from 'node:fs/promises';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { day } from '#e2e/support/days.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

interface Exported {
  readonly collections: readonly { readonly id: string; readonly name: string }[];
  readonly tasks: readonly { readonly name: string }[];
  readonly completedTasks: readonly { readonly name: string; readonly collection: string }[];
}

test('A user exports everything without a network, and imports it into a new account', async ({
  app,
  newDevice,
}) => {
  await app.begin({ Old: ['Done long ago'] });
  await app.completeTask('Done long ago');
  await app.deleteCollection('Old');
  await app.addCollection('Home', 'Fern');
  await app.addCollection('Work');
  await app.addTask('Water the plants', { collection: 'Home', description: 'All of them' });
  await app.addTask('Write', { collection: 'Work', date: day(3) });
  await expect(app.synced).toBeVisible();
  await app.openAccount('Your data');
  await app.context.setOffline(true);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const file = await exported(app);
  const data = JSON.parse(file.toString('utf8')) as Exported;
  expect(data.collections.map(({ name }) => name)).toEqual(['Home', 'Work']);
  expect(data.tasks.map(({ name }) => name)).toEqual(['Water the plants', 'Write']);
  expect(data.completedTasks).toMatchObject([{ name: 'Done long ago', collection: 'Old' }]);

  const other = await newDevice();
  await other.begin();
  await other.openAccount('Your data');
  const dialog = await chooseFile(other, file);
  await expect(dialog.getByRole('listitem')).toHaveText(['2 collections', '2 tasks', '1 completed task']);
  expect(await violationsOf(other, 'Import')).toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await exported(other)).toEqual(file);
  await expect(other.synced).toBeVisible();

  // No duplicates appear, not even on a device with the rows from the server.
  await other.page.reload();
  await expect(other.heading('Account')).toBeVisible();
  const again = await chooseFile(other, file);
  await expect(again).toContainText('There is nothing to add');
  await again.getByRole('button', { name: 'Close', exact: true }).click();

  // The import is one change for undo.
  await other.open('Today');
  await expect(other.task('Water the plants')).toBeVisible();
  await other.page.keyboard.press('ControlOrMeta+z');
  await expect(other.success('Import of 3 tasks and 3 collections undone')).toBeVisible();
  await expect(other.tasks).toHaveCount(0);
});

test('An import of 10,000 tasks lists the skipped entries, shows its progress, and continues after a stop', async ({
  app,
}) => {
  await app.begin();
  await app.openAccount('Your data');
  await chooseFile(app, Buffer.from('{"tasks": [\n}'), false);
  await expect(app.page.getByRole('alert').getByText(/not valid JSON/)).toBeVisible();

  const tasks = Array.from({ length: 10_000 }, (_, n) => ({
    id: `task-${n}`,
    name: `Task ${n}`,
    description: '',
    date: n === 7 ? 'tomorrow' : day(),
    collection: 'Big',
    color: '#63B76C',
    collectionId: 'big',
  }));
  const file = Buffer.from(
    JSON.stringify({ collections: [{ id: 'big', name: 'Big', color: '#63B76C' }], tasks }),
  );
  const dialog = await chooseFile(app, file);
  await expect(dialog.getByRole('listitem')).toContainText(['1 collection', '9,999 tasks']);
  await dialog.getByText('Without a valid date, such as 2026-06-15').click();
  await expect(dialog.getByText('Task 7', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  // At least one slice is stored.
  const progress = dialog.getByRole('progressbar', { name: 'Importing' });
  await expect(progress).not.toHaveJSProperty('value', 0);
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dialog).toBeHidden();

  const rest = await chooseFile(app, file);
  await expect(rest.getByText('Here already')).toBeVisible();
  await rest.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.success('Your file was imported.')).toBeVisible();
  await app.openCollection('Big');
  await expect(app.link('Big')).toHaveAccessibleDescription('9,999 tasks');
  await expect(app.synced).toBeVisible();
});

test('[H3] The history is in the export if it is asked for, and such a file is imported like any other', async ({
  app,
}) => {
  await app.begin({ Home: ['Water the plants'] });
  await app.completeTask('Water the plants');
  await expect(app.synced).toBeVisible();
  await app.openAccount('Your data');
  const download = app.page.waitForEvent('download');
  await app.button('Include history').click();
  const file = await readFile(await (await download).path());

  const { history, completedTasks } = JSON.parse(file.toString()) as Record<string, { operation?: string }[]>;
  expect(completedTasks).toHaveLength(1);
  expect(history?.map(({ operation }) => operation)).toEqual(['task.complete', 'task.add', 'collection.add']);
  const again = await chooseFile(app, file);
  await expect(again).toContainText('There is nothing to add');
});

/** Exports on the account page. */
async function exported(app: App): Promise<Buffer> {
  const download = app.page.waitForEvent('download');
  await app.button('Export').click();
  expect((await download).suggestedFilename()).toMatch(/^sunglow-\d{4}-\d\d-\d\d\.json$/);
  return readFile(await (await download).path());
}

/**
 * Chooses a file on the account page, and waits for the dialog with the import's preview unless `opens` is
 * false.
 */
async function chooseFile(app: App, buffer: Buffer, opens = true) {
  const chooser = app.page.waitForEvent('filechooser');
  await app.button('Import').click();
  await (await chooser).setFiles({ name: 'sunglow.json', mimeType: 'application/json', buffer });
  const dialog = app.dialog('Import');
  if (opens) await expect(dialog).toBeVisible();
  return dialog;
}
