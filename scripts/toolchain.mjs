// What all scripts need: Node 26 and the tools, as the lockfile has them. Runs on Node 20, and with nothing installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
const WINDOWS = process.platform === 'win32';

/** The environment in which `node` is Node 26, and every tool is found by name. */
export function toolEnv(extra = {}) {
  return { ...process.env, PATH: [BIN, process.env.PATH].join(delimiter), ...extra };
}

/** Starts a tool, by name. */
export function start(tool, args, { env = {}, ...options } = {}) {
  return spawn(tool, args, { cwd: ROOT, stdio: 'inherit', shell: WINDOWS, env: toolEnv(env), ...options });
}

/** Runs a tool to its end and returns its exit code. */
export function run(tool, args, options) {
  return new Promise((resolve, reject) => {
    const child = start(tool, args, options);
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Passes signals on to `child`, and ends as it ends. */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** Installs what the lockfile says, unless that is what is installed. Ends the process when it fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages. This takes a minute, the first time only.');
  // npm replaces node_modules, and with it the `node` in there: it must run on the one outside.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
    .join(delimiter);
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: WINDOWS,
      env: { ...process.env, PATH: path },
    },
  );
  if (status === 0 && isInstalled()) return;
  console.error('The packages could not be installed. Check the network, then try again.');
  process.exit(1);
}

/** npm leaves a copy of the lockfile's entries when an installation is complete. */
function isInstalled() {
  const done = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  if (!done || !wanted || !existsSync(join(ROOT, 'node_modules', 'node', 'bin'))) return false;
  const same = (name) => done[name]?.version === wanted[name]?.version;
  // Optional packages are for other platforms, when they are missing.
  return (
    Object.keys(done).every(same) &&
    Object.keys(wanted).every((name) => name === '' || wanted[name].optional || same(name))
  );
}

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}
