import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { toolEnv } from '#scripts/toolchain.mjs';
import { parseDockerfile, readCopy, readEnv, readIgnoreFile } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** The content of the Dockerfile's last stage, in a folder outside any container engine. */
export interface ImageTree {
  /** The WORKDIR, which no user may write in. */
  readonly root: string;
  /** A copy of this process's Node that any user may run. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  /** The arguments of `node`. */
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  dispose(): void;
}

/**
 * Executes the last stage: copies the files of the context that .dockerignore lets through, and the results
 * of earlier stages (see `copyFromStage`). Throws at an unknown instruction.
 */
export function createImageTree(): ImageTree {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-image-'));
  const [root, node] = [join(folder, 'sunglow'), join(folder, 'node')];
  const env: Record<string, string> = {};
  let [command, healthCheck]: [string[], string[]] = [[], []];
  const { stages } = parseDockerfile(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'));
  for (const { name, text } of stages.at(-1)?.steps ?? []) {
    if (name === 'ENV') Object.assign(env, readEnv(text));
    else if (name === 'COPY') copy(text, root);
    else if (name === 'CMD') command = readCommand(text);
    else if (name === 'HEALTHCHECK') healthCheck = readCommand(text.replace(/^.*CMD /, ''));
    else if (!isElsewhere(name, text)) throw new Error(`It is not known how to do ${name} ${text}.`);
  }
  cpSync(process.execPath, node);
  makeReadOnly(root);
  chmodSync(folder, 0o755);
  return { root, node, env, command, healthCheck, dispose: () => rmSync(folder, { recursive: true }) };
}

/** True for instructions that the test replaces: user, volume and folder of the data. */
function isElsewhere(name: string, text: string): boolean {
  const texts = [
    '/sunglow',
    'install --directory --owner=node --group=node --mode=0700 /data',
    'node',
    '/data',
    '8080',
  ];
  return ['WORKDIR', 'RUN', 'USER', 'VOLUME', 'EXPOSE'].includes(name) && texts.includes(text);
}

function copy(text: string, root: string): void {
  const { from, sources, to } = readCopy(text);
  if (from !== null) {
    copyFromStage(from, sources.join(), join(root, to));
    return;
  }
  const isInContext = readIgnoreFile(join(ROOT, '.dockerignore'));
  for (const source of sources) {
    const target = to.endsWith('/') ? join(root, to, source) : join(root, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(ROOT, source), target, {
      recursive: true,
      filter: (path) => isInContext(relative(ROOT, path).replaceAll('\\', '/')),
    });
  }
}

/**
 * Copies the packages that `npm install --omit=dev --omit=peer` leaves, the server, built for this, and the
 * built web app if it exists (tests of the server run before its build).
 */
function copyFromStage(stage: string, source: string, target: string): void {
  if (stage === 'build' && source === '/sunglow/dist/server') {
    const args = ['build', '--config', 'vite.server.config.ts', '--outDir', target, '--logLevel', 'warn'];
    execFileSync('vite', args, { cwd: ROOT, env: toolEnv() });
    return;
  }
  if (stage === 'build' && source === '/sunglow/dist/web') {
    mkdirSync(target, { recursive: true });
    if (existsSync(join(ROOT, 'dist', 'web'))) cpSync(join(ROOT, 'dist', 'web'), target, { recursive: true });
    return;
  }
  if (stage !== 'packages') throw new Error(`It is not known what ${stage} leaves in ${source}.`);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const isLeft = (path: string) => {
    const { dev, devOptional } = packages[path] ?? {};
    return !dev && !devOptional && existsSync(join(ROOT, path));
  };
  for (const path of Object.keys(packages)) {
    // A package inside another one's folder goes with that one.
    const owners = path
      .split(/(?=\/node_modules\/)/)
      .map((_part, i, parts) => parts.slice(0, i + 1).join(''));
    if (path === '' || !owners.every(isLeft)) continue;
    const [from, to] = [join(ROOT, path), join(target, relative('node_modules', path))];
    const nested = join(from, 'node_modules');
    cpSync(from, to, {
      recursive: true,
      ...(existsSync(nested) && { filter: (file) => !file.startsWith(nested) }),
    });
  }
}

function readCommand(text: string): string[] {
  const [program, ...args] = JSON.parse(text) as string[];
  if (program !== 'node') throw new Error(`It is not known what ${program} is.`);
  return args;
}

function makeReadOnly(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  chmodSync(folder, 0o555);
}
