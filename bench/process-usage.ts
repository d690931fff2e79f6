import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/**
 * Linux counts a process's time in hundredths of a second, regardless of its clock (proc(5),
 * sysconf(_SC_CLK_TCK)).
 */
const TICKS_A_SECOND = 100;

/** Resident memory of a process. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** The number of a process's open sockets. */
export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => isSocket(join(folder, fd))).length;
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // Closed since it was listed.
    return false;
  }
}

/** The core time (s) of a process, in its own code and in the system's. */
export function cpuSeconds(pid: number): number {
  const { user, system } = readStat(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** The parent of the process that serves this connection. */
export async function postmasterOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return readStat(rows[0]?.pid ?? 0).parent;
}

/** The core time (s) of a process and all its descendants, including ended ones. */
export function familyCpuSeconds(pid: number): number {
  const { user, system, endedChildren } = readStat(pid);
  let ticks = user + system + endedChildren;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = tryReadStat(Number(name));
    if (child?.parent === pid) ticks += child.user + child.system;
  }
  return ticks / TICKS_A_SECOND;
}

function readStat(pid: number) {
  // The program's name is in parentheses, and may contain anything; the third field comes after it.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), user: field(14), system: field(15), endedChildren: field(16) + field(17) };
}

/** Null if the process has ended since it was listed. */
function tryReadStat(pid: number): ReturnType<typeof readStat> | null {
  try {
    return readStat(pid);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
