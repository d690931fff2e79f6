import { readFile } from 'node:fs/promises';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const TODOIST = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'section,Bills,,,,,,,,',
  'task,Pay the rent @home,,1,1,Ada (1),,every last day,en,Europe/Paris',
  'task,Call the bank,,4,2,Ada (1),,,,',
  'task,Blue moon,,4,1,Ada (1),,every other blue moon,en,Europe/Paris',
  'task,,,4,1,Ada (1),,,,',
].join('\n');

/** Drags a file with `times` the content over the page, and drops it where the page takes it. */
async function drop(app: App, name: string, content: string, times = 1): Promise<void> {
  const sendDrag = (type: 'dragover' | 'drop') =>
    app.page.evaluate(
      ([kind, fileName, text, count]) => {
        const dataTransfer = new DataTransfer();
        const part = new Blob([text]);
        dataTransfer.items.add(
          new File(
            Array.from({ length: count }, () => part),
            fileName,
          ),
        );
        const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [type, name, content, times] as const,
    );
  await expect.poll(() => sendDrag('dragover')).toBe(true);
  await sendDrag('drop');
}

test('[I1] [I2] [I5] [I6] a dropped file of Todoist shows what comes, and is taken back with one click', async ({
  app,
}) => {
  await app.begin({ Mine: ['Keep me'] });
  await drop(app, 'Household [123].csv', TODOIST);
  const dialog = app.dialog('Import');
  await expect(dialog.getByRole('heading', { name: 'Import from Todoist' })).toBeVisible();
  await expect(dialog.getByText(/recognized as a CSV of Todoist/)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    '1 collection',
    '1 section',
    '1 label',
    '3 tasks',
    '1 repeat',
  ]);
  await expect(dialog.getByRole('term')).toHaveText(['Pay the rent', 'Call the bank', 'Blue moon']);
  await expect(dialog.getByRole('definition').first()).toContainText(/Priority 1.*every last day.*home/);
  await dialog.getByText(/^This date could not be read/).click();
  await expect(dialog.getByText('Blue moon: every other blue moon')).toBeVisible();
  await expect(dialog.getByText('1 entry stays out')).toBeVisible();
  await expect(dialog.getByText('row 6').first()).toBeVisible();
  expect(await violationsOf(app, 'Import')).toEqual([]);

  await dialog.getByLabel('Place of the collections').selectOption('Put it under Mine');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('3 tasks came from Household [123].csv.')).toBeVisible();
  expect(await violationsOf(app, 'Import done')).toEqual([]);
  await dialog.getByRole('link', { name: 'Open Household' }).click();
  await expect(app.heading('Household')).toBeVisible();
  await expect(app.task('Pay the rent')).toBeVisible();
  await app.editTask('Blue moon', { name: 'Red moon' });

  // The same file again, and then the way back from another visit.
  await drop(app, 'Household [123].csv', TODOIST);
  await expect(dialog.getByText(/There is nothing to add/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(app.synced).toBeVisible();
  await app.openAccount('Your data');
  await app.page.reload();
  await app.button('Take back').click();
  const told = '1 task was changed since and stays, with 1 collection and 1 section that it needs.';
  await expect(app.page.getByText(`The import is taken back. ${told}`)).toBeVisible();
  await app.openCollection('Household');
  await expect(app.tasks).toHaveCount(1);
  await expect(app.task('Red moon')).toBeVisible();
});

test('[I1] [I7] a file that is no list of tasks is refused with the reason, and another one comes without a network', async ({
  app,
}) => {
  await app.begin({ Mine: ['Keep me'] });
  await app.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await drop(app, 'letter.txt', 'Dear Ann,\n');
  const dialog = app.dialog('Import');
  await expect(dialog.getByRole('heading', { name: 'This file is not a list of tasks' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText(/letter\.txt.*Sunglow cannot read this file/);
  expect(await violationsOf(app, 'Import refused')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await drop(app, 'large.csv', 'x'.repeat(1_048_576), 200);
  await expect(dialog.getByRole('alert')).toHaveText('large.csv: The file is larger than 100 MB.');

  await app.context.setOffline(true);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const chooser = app.page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  const buffer = Buffer.from('- [ ] Water the plants\n');
  await (await chooser).setFiles({ name: 'Home.md', mimeType: 'text/markdown', buffer });
  await expect(dialog.getByRole('heading', { name: 'Import from Markdown' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('link', { name: 'Open Home' }).click();
  await expect(app.task('Water the plants')).toBeVisible();
});

const BIG = Array.from({ length: 700 }, (_, n) => `task,Task ${n},,4,1,,,,,`);

/** Begins an import of BIG that stands still after 400 operations, in a user's only tab. */
async function importHalf(app: App): Promise<void> {
  await app.begin({ Mine: ['Keep me'] });
  // The worker stays silent from then on.
  await app.page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: { readonly type?: string; readonly start?: number }): void {
        if (message.type !== 'operations' || (message.start ?? 0) < 400) super.postMessage(message);
      }
    };
  });
  await app.page.reload();
  await drop(app, 'Big.csv', [TODOIST.split('\n')[0], ...BIG].join('\n'));
  const dialog = app.dialog('Import');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Importing' })).toHaveAttribute('value', '400');
}

/** The names of all open tasks in the export, on the page of the user's data. */
async function exportedNames(app: App): Promise<readonly string[]> {
  const file = app.page.waitForEvent('download');
  await app.button('Export').click();
  const text = await readFile(await (await file).path(), 'utf8');
  const { tasks } = JSON.parse(text) as { tasks: readonly { name: string }[] };
  return tasks.map(({ name }) => name).toSorted();
}

test('[I7] an import whose tab was closed half way comes whole in the next tab, and is taken back as one', async ({
  app,
}) => {
  await importHalf(app);
  // Another file waits until this one is done.
  const beside = await app.newTab();
  await drop(beside, 'Small.md', '- [ ] Water the plants\n');
  await beside.dialog('Import').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(beside.dialog('Import').getByText(/^Another import is running\./)).toBeVisible();
  await expect(beside.page.getByText('Your import continues')).toBeHidden();
  await beside.page.close();

  await app.page.close();
  const next = await app.newTab();
  await expect(next.success('Your file was imported.')).toBeVisible();
  await expect(next.page.getByText('Your import continues')).toBeHidden();
  await next.openAccount('Your data');
  await expect(next.synced).toBeVisible();
  expect(await exportedNames(next)).toEqual(['Keep me', ...BIG.map((_, n) => `Task ${n}`)].toSorted());

  await next.page.reload();
  await next.button('Take back').click();
  await expect(next.page.getByText(/^The import is taken back\./)).toBeVisible();
  await next.openCollection('Mine');
  await expect(next.link('Big')).toBeHidden();
  await expect(next.task('Keep me')).toBeVisible();
});

test('[I7] the next tab shows the import that it goes on with, and stops it for good', async ({ app }) => {
  await importHalf(app);
  await app.page.close();
  // The device answers no question for the slice after 600.
  await app.context.addInitScript(() => {
    const get = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get')
      ?.value as IDBObjectStore['get'];
    IDBObjectStore.prototype.get = function (query) {
      if (this.name !== 'planned' || query !== 600) return get.call(this, query);
      return new Promise(() => {}) as unknown as IDBRequest;
    };
  });
  const next = await app.newTab();
  const banner = next.page.locator('[data-banners]');
  await expect(banner.getByText('Your import continues')).toBeVisible();
  await expect(banner.getByText('Big.csv')).toBeVisible();
  await expect(banner.getByRole('progressbar', { name: 'Importing' })).toHaveAttribute('value', '600');
  expect(await violationsOf(next, 'Import continues')).toEqual([]);
  await banner.getByRole('button', { name: 'Stop' }).click();
  await expect(banner.getByText('Your import continues')).toBeHidden();

  await next.page.reload();
  await next.openAccount('Your data');
  await expect(next.synced).toBeVisible();
  expect(await exportedNames(next)).toEqual(
    ['Keep me', ...BIG.slice(0, 599).map((_, n) => `Task ${n}`)].toSorted(),
  );
  await expect(banner.getByText('Your import continues')).toBeHidden();
  await expect(next.success('Your file was imported.')).toBeHidden();
});

test('[I7] a disk that is too full for an import is told, and the import comes whole once there is room', async ({
  app,
}) => {
  await app.begin({ Mine: ['Keep me'] });
  await drop(app, 'Big.csv', [TODOIST.split('\n')[0], ...BIG].join('\n'));
  const dialog = app.dialog('Import');
  const importButton = dialog.getByRole('button', { name: 'Import', exact: true });
  await expect(importButton).toBeEnabled();
  // The worker of the import stores the plan.
  const [worker] = app.page.workers();
  await worker?.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
    IDBObjectStore.prototype.put = function () {
      Object.defineProperty(IDBObjectStore.prototype, 'put', put);
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await importButton.click();
  await expect(dialog.getByRole('alert')).toHaveText(/could not store.*Nothing was imported\.$/);
  await expect(app.success('Your file was imported.')).toBeHidden();

  await importButton.click();
  await expect(dialog.getByText('700 tasks came from Big.csv.')).toBeVisible();
});
