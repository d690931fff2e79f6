import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { DATABASE_FILE } from '#src/server/db/database.ts';

import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ ownServer: true });

test('A task purged by the server is added again from a device that still has it, and copied with all its values', async ({
  app,
  server,
}) => {
  const wire = await app.wire();
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.begin(['Home']);
  await app.addCollection('Work', 'Maximum Blue');
  await app.addTask('Buy milk', { collection: 'Home', description: 'Two litres' });
  await app.addTask('Call Ada', { collection: 'Work', description: 'About the engine' });
  await app.deleteTask('Buy milk');
  await expect(app.success('Task deleted')).toBeVisible();
  await app.deleteCollection('Work');
  await expect(app.tasks).toHaveCount(0);
  await expect(app.synced).toBeVisible();
  await wire.cut();
  await app.page.keyboard.press('Control+z');
  await expect(app.task('Call Ada')).toBeVisible();
  await app.page.keyboard.press('Control+z');
  await expect(app.task('Buy milk')).toBeVisible();

  // Edits the database to its state after half a year.
  const database = new DatabaseSync(join(server.dataDir, DATABASE_FILE));
  database.exec(`delete from task; delete from collection where name = 'Work'`);
  database.close();
  await wire.mend();
  await app.link('Needs attention 2').click();
  const task = app.task('Restore task “Buy milk”');
  const collection = app.task('Restore collection “Work”');
  await expect(task).toContainText('The task was deleted for good. This device still has it');
  await expect(collection).toContainText('This device still has it, with its tasks');
  const copied = async (entry: typeof task) => {
    await entry.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(app.success('Copied').last()).toBeVisible();
    return app.page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied(task)).toContain('Two litres');
  expect(await copied(collection)).toContain('About the engine');

  await task.getByRole('button', { name: 'Add task again', exact: true }).click();
  await collection.getByRole('button', { name: 'Add collection again', exact: true }).click();
  await expect(app.page.getByText('All settled', { exact: true })).toBeVisible();
  await expect(app.synced).toBeVisible();
  await app.page.reload();
  await expect(app.page.getByText('All settled', { exact: true })).toBeVisible();
  await app.open('Today');
  await expect(app.task('Buy milk')).toContainText('Two litres');
  await expect(app.task('Call Ada')).toContainText('About the engine');
  await app.openCollection('Work');
  await expect(app.tasks).toHaveCount(1);
});
