// Shared by all scripts: Node 26 and the tools installed by scripts/install.mjs. Runs on Node 20.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/**
 * Node's options for the built server; the Dockerfile and the systemd unit repeat them. By default new
 * objects may take 32 MB, and Node keeps those when idle. With a fourth of that, a server takes some 20 MB
 * less when idle and 45 with 1,000 users, at no measurable cost.
 */
export const SERVER_ARGS = ['--max-semi-space-size=4', 'dist/server/main.js'];
const BIN = join(ROOT, 'node_modules', '.bin');
const WINDOWS = process.platform === 'win32';

/** The environment with Node 26 as `node`, and with every tool in PATH. */
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

/** Passes signals on to `child`, and ends with its exit code. */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}
