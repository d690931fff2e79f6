import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user for programs that do not run as root; empty for the current user. */
export type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** The user that Debian's package of PostgreSQL creates. */
export async function postgresOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** A program that runs until it is stopped, with its output in a file of `folder`. */
export class Daemon {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<(line: string) => void>();

  constructor(program: string, args: readonly string[], owner: Owner, folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    const path = `${process.env['PATH']}:/usr/sbin:/sbin`;
    const env = { PATH: path, LC_ALL: 'C', HOME: folder, ETCD_UNSUPPORTED_ARCH: process.arch };
    this.#child = spawn(program, args, { ...owner, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`);
        for (const listener of this.#listeners) listener(line);
      });
    }
    this.#child.on('error', (error) => log.write(`${String(error)}\n`));
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves to the time (ms of `performance.now`) of the next line that contains `text`. */
  timeOfLine(text: string): Promise<number> {
    return new Promise((resolve) => {
      const listener = (line: string) => {
        if (!line.includes(text)) return;
        this.#listeners.delete(listener);
        resolve(performance.now());
      };
      this.#listeners.add(listener);
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  /** Kills it, the processes `others`, and all their descendants at once, like a power cut. */
  async kill(...others: readonly number[]): Promise<void> {
    const exited = this.isRunning ? once(this.#child, 'exit') : null;
    const roots = exited ? [this.#child.pid ?? 0, ...others] : others;
    // Stopped first, so that none of them starts another meanwhile.
    for (const pid of await families(roots)) signal(pid, 'SIGSTOP');
    for (const pid of await families(roots)) signal(pid, 'SIGKILL');
    await exited;
  }
}

/** `roots` and all their descendants. */
async function families(roots: readonly number[]): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const all = [...roots];
  for (const pid of all) all.push(...pairs.flatMap(([own = 0, parent]) => (parent === pid ? [own] : [])));
  return all;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
