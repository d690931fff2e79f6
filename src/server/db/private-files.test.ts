import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';

const ADMIN = fileURLToPath(new URL('../admin/main.ts', import.meta.url));

/** Each file below the folder, with the access of others than its owner. */
function modesIn(folder: string): Record<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.map((file) => [file.slice(folder.length + 1), statSync(file).mode & 0o077]),
  );
}

test('only the server can read its database, secret and backups, in an open folder and after others could read them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sunglow-open-'));
  chmodSync(dataDir, 0o777);
  const server = await ServerProcess.start({ dataDir });
  onTestFinished(async () => {
    await server.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await signUp(server.url, 'ada@example.com');
  const whole = ['lock.db', 'secret', 'sunglow.db', 'sunglow.db-shm', 'sunglow.db-wal'];
  const mine = Object.fromEntries(whole.map((name) => [name, 0]));
  expect(modesIn(dataDir)).toMatchObject(mine);

  await server.kill();
  for (const name of Object.keys(modesIn(dataDir))) chmodSync(join(dataDir, name), 0o644);
  await server.restart();
  expect(modesIn(dataDir)).toMatchObject({ ...mine, 'lock.db': expect.any(Number) as unknown });

  const copy = join(dataDir, 'copy');
  await promisify(execFile)(process.execPath, [ADMIN, 'backup', copy], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  expect(modesIn(copy)).toEqual({ 'manifest.json': 0, secret: 0, 'sunglow.db': 0 });
  // The test starts three processes, one after the other.
}, 60_000);
