// Builds the server into dist/server, and the web app into dist/web with its documents and its service
// worker, compressed. With `--if-changed` the web app is built only if its sources differ from those of the
// last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { compress } from './compress.mjs';
import { ensureInstalledToServe } from './install.mjs';
import { ROOT, run } from './toolchain.mjs';

const INPUTS = [
  'index.html',
  'package-lock.json',
  'public',
  'scripts/build.mjs',
  'scripts/compress.mjs',
  'scripts/documents.ts',
  'scripts/manifest.ts',
  'scripts/service-worker.ts',
  'src/domain',
  'src/tables',
  'src/reading',
  'src/file',
  'src/sync',
  'src/web',
  'tsconfig.json',
  'vite.config.ts',
];
const NO_INPUT = /\.test\.tsx?$|\/testing\/|^src\/sync\/server\//;
const WEB = join(ROOT, 'dist', 'web');
/** Beside the web app, since Vite empties that folder. */
const STAMP = join(ROOT, 'dist', 'web-inputs');

/** Returns an exit code. */
export async function build({ ifChanged }) {
  return (await buildServer()) || buildWeb({ ifChanged });
}

/** Returns an exit code. It takes less than a second. */
export function buildServer() {
  return run('vite', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']);
}

async function buildWeb({ ifChanged }) {
  const inputs = hashInputs();
  if (ifChanged && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return 0;
  if (ifChanged) console.log('Building the web app.');
  // An interrupted build must not count as complete.
  rmSync(STAMP, { force: true });
  const quiet = ifChanged ? ['--logLevel', 'warn'] : [];
  const steps = [
    ['vite', ['build', ...quiet]],
    // The landing page again, as a program that renders it to HTML.
    ['vite', ['build', '--ssr', 'src/web/landing-html.tsx', '--outDir', 'dist/landing-html', ...quiet]],
    ['node', ['scripts/documents.ts']],
    ['node', ['scripts/service-worker.ts']],
  ];
  for (const [tool, args] of steps) {
    const code = await run(tool, args, { env: { NODE_ENV: 'production' } });
    if (code !== 0) return code;
  }
  await compress(WEB);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, inputs);
  return 0;
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesOf).filter((path) => !NO_INPUT.test(path))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files at or below `path`, in the same order on every file system. */
function filesOf(path) {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return [];
  try {
    return readdirSync(absolute, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
      .toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalledToServe();
  process.exitCode = await build({ ifChanged: process.argv.includes('--if-changed') });
}
