import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk in memory that can be filled up. Mounting it needs root. */
export class SmallDisk {
  readonly path: string;
  readonly #filler: string;

  /** `kilobytes`: its capacity. */
  constructor(kilobytes: number) {
    this.path = mkdtempSync(join(tmpdir(), 'sunglow-disk-'));
    this.#filler = join(this.path, 'filler');
    run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', this.path);
  }

  /** Leaves this much room, in whole pages of 4 KB. */
  fill(kilobytes = 0): void {
    this.empty();
    const { bavail, bsize } = statfsSync(this.path);
    try {
      writeFileSync(this.#filler, Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * 1_024)));
    } catch (error) {
      // The server has used some of the room meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  makeReadOnly(): void {
    run('mount', '-o', 'remount,ro', this.path);
  }

  unmount(): void {
    run('umount', '--lazy', this.path);
    rmdirSync(this.path);
  }
}

/** True if this process may mount disks: as root, unless a container forbids it. */
export const mayMount = ((): boolean => {
  if (process.getuid?.() !== 0) return false;
  try {
    new SmallDisk(4).unmount();
    return true;
  } catch {
    return false;
  }
})();

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`, { cause: error });
}
