import { mkdtempDisposableSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runAdmin } from '#src/server/testing/processes/run-admin.ts';
import type { ServerProcess } from '#src/server/testing/processes/server-process.ts';

import { expect, test } from '#e2e/support/fixtures.ts';

test.use({ ownServer: true });

/** The operator restores the server from a backup. */
async function restore(server: ServerProcess, folder: string): Promise<void> {
  await server.stop();
  for (const name of ['sunglow.db', 'sunglow.db-wal', 'sunglow.db-shm', 'secret'])
    rmSync(join(server.dataDir, name), { force: true });
  expect(await runAdmin(['restore', folder], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 });
  await server.start();
}

test('After a restore on the server, changes only on this device wait for the user to send them again', async ({
  app,
  server,
  newDevice,
}) => {
  const user = await app.signUp();
  await app.addCollection('Home');
  await app.addTask('Buy milk', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  using place = mkdtempDisposableSync(join(tmpdir(), 'sunglow-backup-'));
  const folder = join(place.path, 'backup');
  expect(await runAdmin(['backup', folder], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 });
  await app.addTask('Water the plants', { collection: 'Home' });
  await app.addTask('Feed the cat', { collection: 'Home' });
  await expect(app.synced).toBeVisible();
  app.watch.expect(/WebSocket|ERR_CONNECTION_REFUSED/);

  await restore(server, folder);
  await app.page.evaluate(() => dispatchEvent(new Event('online')));

  await expect(
    app.error('The server was set back. 2 changes of yours are only on this device.'),
  ).toBeVisible();
  await expect(app.tasks).toHaveCount(1);
  await app.link('Needs attention 2').click();
  const card = app.page.getByRole('listitem', { name: 'The server set this back to earlier today' });
  await expect(card).toContainText('2 changes of yours are only on this device.');
  await expect(card).toContainText('Add task “Water the plants”');
  await card.getByRole('button', { name: 'Send them again', exact: true }).click();
  await expect(app.page.getByText('All settled', { exact: true })).toBeVisible();
  await expect(app.synced).toBeVisible();
  const other = await newDevice();
  await other.signIn(user);
  await expect(other.tasks).toHaveCount(3);
});
