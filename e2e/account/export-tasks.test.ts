import { readFile } from 'node:fs/promises';

import type { App } from '#e2e/support/app.ts';
import { violationsOf } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectNoOverflow } from '#e2e/support/overflow.ts';

test.use({ serviceWorkers: 'allow' });

/** Exports in the open dialog. Resolves to the name of the file, and its text. */
async function save(app: App) {
  const download = app.page.waitForEvent('download');
  await app.dialog('Export tasks').getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  await expect(app.dialog('Export tasks')).toBeHidden();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('[X1] Tasks are exported without a network: all as CSV, one collection as Markdown, a filter as a calendar', async ({
  app,
}) => {
  await app.begin({ Home: ['Rent', 'Dust'], Work: ['Write'] });
  await app.completeTask('Dust');
  await app.button('Add filter').click();
  const filter = app.dialog('Add filter');
  await filter.getByLabel('Filter name', { exact: true }).fill('At work');
  await filter.getByLabel('Query', { exact: true }).fill('#Work');
  await filter.getByRole('button', { name: 'Add Filter', exact: true }).click();
  await expect(filter).toBeHidden();
  await app.openAccount('Your data');
  await app.page.evaluate(() => navigator.serviceWorker.ready);
  await app.context.setOffline(true);
  app.watch.expect(/ERR_INTERNET_DISCONNECTED/);

  await app.button('Choose').click();
  await expect(app.dialog('Export tasks').getByRole('radio', { name: 'CSV', exact: true })).toBeChecked();
  expect(await violationsOf(app, 'Export tasks')).toEqual([]);
  const csv = await save(app);
  expect(csv.name).toMatch(/^sunglow-\d{4}-\d\d-\d\d\.csv$/);
  for (const name of ['Rent', 'Dust', 'Write']) expect(csv.text).toContain(name);

  await app.openCollection('Home');
  await app.button('Collection Home').click();
  await app.menuItem('Export tasks').click();
  await app.page.getByRole('radio', { name: 'Markdown', exact: true }).check();
  await app.page.getByRole('switch', { name: 'Completed tasks', exact: true }).uncheck();
  await app.page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(app);
  const markdown = await save(app);
  expect(markdown.name).toMatch(/^Home-.*\.md$/);
  expect(markdown.text).toContain('- [ ] Rent');
  for (const name of ['Dust', 'Write']) expect(markdown.text).not.toContain(name);

  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.link('At work').click({ button: 'right' });
  await app.menuItem('Export tasks').click();
  await app.page.getByRole('radio', { name: 'iCalendar', exact: true }).check();
  const calendar = await save(app);
  expect(calendar.text).toContain('SUMMARY:Write');
  expect(calendar.text).not.toContain('Rent');
});
