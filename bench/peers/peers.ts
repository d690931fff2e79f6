import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTheServer } from '#bench/built-server.ts';
import { ROOT } from '#scripts/toolchain.mjs';
import { MEASURES, PEER_NAMES, type PeerName } from './list.ts';
import { installPeers } from './package.ts';
import { renderResults, type Result, type Results } from './results.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const KEPT = join(ROOT, '.cache', 'bench-peers.json');
const REPORT = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/**
 * Measures Sunglow beside its peers: everything, or the named measures (of one peer alone as `yjs:latency`).
 * Prints one table, and writes it to RESULTS.md; other measures keep their last results.
 */
export async function comparePeers(wanted: readonly string[]): Promise<void> {
  await installPeers();
  await buildTheServer();
  for (const { measure, peers } of wanted.length > 0 ? wanted.map(parse) : Object.keys(MEASURES).map(parse)) {
    for (const peer of peers) {
      console.error(`measuring ${peer}: ${measure}`);
      const result = await runWorker(peer, measure);
      const results = readKept();
      results[measure] = { ...results[measure], [peer]: result };
      mkdirSync(dirname(KEPT), { recursive: true });
      writeFileSync(KEPT, JSON.stringify(results, null, 2));
    }
  }
  const report = await renderResults(readKept());
  writeFileSync(REPORT, report);
  console.log(report);
}

function readKept(): Results {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Results) : {};
}

function parse(text: string): { measure: string; peers: readonly PeerName[] } {
  const [measure = '', only] = text.split(':').toReversed();
  const peers = MEASURES[measure]?.of.filter((peer) => only === undefined || peer === only);
  if (!peers || peers.length === 0)
    throw new Error(
      `There is no measure ${text}; there are ${Object.keys(MEASURES).join(', ')}, of ${PEER_NAMES.join(', ')}.`,
    );
  return { measure, peers };
}

/** Runs in a process group and a folder of its own, so that an ended measurement leaves nothing behind. */
async function runWorker(peer: PeerName, measure: string): Promise<Result> {
  const began = { at: new Date().toISOString(), load: loadavg()[0] ?? Number.NaN };
  const seconds = MEASURES[measure]?.limit ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-peers-'));
  // If this process runs as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  const child = spawn(process.execPath, [WORKER, peer, measure], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  });
  let printed = '';
  let complaint = '';
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(-5_000)));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, seconds * 1_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  endGroup(child.pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  if (code === 0) return { ...began, numbers: JSON.parse(printed) as Record<string, number> };
  if (isLate) return { ...began, failed: `not within ${seconds} s` };
  console.error(complaint);
  const reason = /^\s*(?:\w*Error.*|FATAL.*)$/m.exec(complaint)?.[0].trim() ?? `ended with ${code}`;
  return { ...began, failed: reason.slice(0, 120) };
}

/** The child has ended, but its own processes may still run. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
