import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
export const CADDYFILE = file('caddy/Caddyfile');
const NGINX_EXAMPLE = file('nginx/sunglow.conf');

export interface Proxy {
  stop(): Promise<void>;
}

/** Starts a proxy on `port` of 127.0.0.1 before the servers on `servers`, with our example configuration. */
export type StartProxy = (port: number, servers: readonly number[]) => Promise<Proxy>;

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-v'], { env: withSystemTools() }).error === undefined;
}

/** Debian puts nginx outside the PATH of normal users. */
export function withSystemTools(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
}

export const startCaddy: StartProxy = (port, servers) => {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-caddy-'));
  return run('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], folder, port, {
    SUNGLOW_SITE: `http://127.0.0.1:${port}`,
    SUNGLOW_SERVERS: servers.map((server) => `127.0.0.1:${server}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
};

export const startNginx: StartProxy = (port, servers) => {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-nginx-'));
  // The workers run as nobody if root starts nginx.
  chmodSync(folder, 0o755);
  const config = writeNginxConfig(folder, port, servers);
  return run('nginx', ['-c', config, '-g', 'daemon off;'], folder, port, {});
};

/** A whole configuration around our example, with only its addresses and certificate changed. */
function writeNginxConfig(folder: string, port: number, servers: readonly number[]): string {
  const example = readFileSync(NGINX_EXAMPLE, 'utf8')
    .replace(
      'server 127.0.0.1:8080 ',
      servers.map((server) => `server 127.0.0.1:${server} `).join('max_fails=1;\n'),
    )
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *(listen (80|\[::\]:.*|443 .*)|ssl_.*);$/gm, '')
    .replace('listen 80;', '');
  return writeNginx(folder, example);
}

/** Our example with only the paths of its certificate changed, for `nginx -t`. */
export function writeNginxExample(folder: string): string {
  return writeNginx(
    folder,
    readFileSync(NGINX_EXAMPLE, 'utf8').replaceAll('/etc/letsencrypt/live/sunglow.example.com', folder),
  );
}

function writeNginx(folder: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary.join(' ')}\n${http}\n}`,
  );
  return path;
}

async function run(
  program: string,
  args: readonly string[],
  folder: string,
  port: number,
  env: Record<string, string>,
): Promise<Proxy> {
  const child = spawn(program, args, {
    env: { ...withSystemTools(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended:\n${output}`);
  });
  ended.catch(() => {});
  await Promise.race([listening(port), ended]);
  return { stop: () => stop(child, folder) };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const exited = child.exitCode === null ? once(child, 'exit') : null;
  // On this signal Caddy and nginx stop at once, and cut their sockets.
  child.kill('SIGTERM');
  await exited;
  rmSync(folder, { recursive: true, force: true });
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await delay(20);
  }
}
