import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Peer, PeerDevice, PeerServer } from './peer.ts';

export const PACKAGE = fileURLToPath(new URL('./apps/', import.meta.url));

/** Installs the peers on first use; the product does not depend on them. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(PACKAGE, 'node_modules'))) return;
  // Their native code is prebuilt. For that, package.json gives Hocuspocus' extension a newer better-sqlite3
  // than it names.
  await promisify(execFile)('npm', ['install'], { cwd: PACKAGE });
}

interface Client {
  openDevice(url: string, room: string): Promise<PeerDevice>;
  connect(url: string, room: string): Promise<void>;
}

/** A peer of the package: the server in `<file>-server.mjs`, devices in `<file>.mjs`. */
export function packagePeer(name: string, file: string, durability: string): Peer {
  const client = () => import(join(PACKAGE, `${file}.mjs`)) as Promise<Client>;
  return {
    name,
    durability,
    start: () => startScript(join(PACKAGE, `${file}-server.mjs`)),
    openDevice: async (url, user) => (await client()).openDevice(url, user),
    makeUsers: async (_, count) => Array.from({ length: count }, (_, i) => `user${i}`),
    connect: async (url, user) => (await client()).connect(url, user),
  };
}

/** Runs a server that takes a folder for its data and prints its port. */
export async function startScript(path: string): Promise<PeerServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-peer-'));
  const child = spawn(process.execPath, [path, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [printed] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  const port = Number.parseInt(String(printed), 10);
  if (!(port > 0)) throw new Error(`The server ended: ${String(printed)}`);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
