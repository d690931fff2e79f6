import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ROOT, toolEnv } from './toolchain.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const TARBALL = `sunglow-${version}.tgz`;
/** Packing builds the web app, and installing downloads packages. */
const PATIENCE_MS = 300_000;

let folder;
let home;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sunglow-package-'));
  home = join(folder, 'home');
  mkdirSync(home);
  npm(['pack', '--pack-destination', folder], ROOT);
  npm(['install', '--no-audit', '--no-fund', `../${TARBALL}`], home);
}, PATIENCE_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package contains the files for serving, and none for building or testing', () => {
  const has = (name) => existsSync(join(home, 'node_modules', name));

  expect(['hono', 'pg', 'better-auth', 'sunglow/dist/web/index.html'].filter(has)).toHaveLength(4);
  expect(['vite', 'vitest', 'typescript', 'node', 'sunglow/src', 'sunglow/e2e'].filter(has)).toEqual([]);
});

async function startInEmptyFolder() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const cwd = join(folder, 'empty');
  mkdirSync(cwd);
  // The server gets a process group of its own, since npx starts it through a shell.
  const server = spawn('npx', ['--yes', `../${TARBALL}`], {
    cwd,
    env: toolEnv({ PORT: String(port) }),
    detached: true,
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    if (server.exitCode === null) process.kill(-Number(server.pid), 'SIGTERM');
    await ended;
  };
  try {
    await printed(server, 'Sunglow is running');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, cwd, stop };
}

test(
  'one command in an empty folder serves the app, takes no common password, and keeps its data there',
  async () => {
    const { url, cwd, stop } = await startInEmptyFolder();
    try {
      const page = await fetch(url);
      const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'password1' }),
      });

      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Organize, Prioritize, Achieve');
      expect(await signUp.json()).toMatchObject({ code: 'PASSWORD_TOO_EASY' });
      expect(existsSync(join(cwd, 'data', 'sunglow.db'))).toBe(true);
      expect(sunglow(['admin', 'users'], { cwd })).toMatchObject({ status: 0 });
    } finally {
      await stop();
    }
  },
  PATIENCE_MS,
);

test('a Node that is too old is told which one is needed', () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";

  expect(sunglow([], { node: ['--import', `data:text/javascript,${old}`] })).toMatchObject({
    status: 1,
    stderr: 'Sunglow needs Node.js 26 or newer, and this is 20.20.2. Get it from https://nodejs.org.\n',
  });
});

test('an unknown command is rejected', () => {
  expect(sunglow(['adminn'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no command “adminn”'),
  });
});

function sunglow(args, { cwd = home, node = [] } = {}) {
  const bin = join(home, 'node_modules', 'sunglow', 'bin', 'sunglow.mjs');
  return spawnSync('node', [...node, bin, ...args], { cwd, env: toolEnv(), encoding: 'utf8' });
}

/** Resolves when the process has printed `text`; rejects with its output if it ends before. */
function printed(child, text) {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more) => {
        output += more;
        if (output.includes(text)) resolve();
      });
    child.on('exit', () => reject(new Error(output)));
  });
}

function npm(args, cwd) {
  const { status, stderr } = spawnSync('npm', args, { cwd, env: toolEnv(), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
