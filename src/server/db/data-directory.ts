import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  statSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { SunglowError } from '#src/domain/errors.ts';

export class DataDirectoryInUse extends SunglowError {
  constructor(dataDir: string) {
    super(
      'DATA_DIR_IN_USE',
      `Another Sunglow is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

export class DataDirectoryUnusable extends SunglowError {
  constructor(dataDir: string, cause: unknown) {
    super('DATA_DIR_UNUSABLE', `Cannot use the folder ${dataDir}: ${String(cause)}`, { cause });
  }
}

/** Locks held by this process. A lock that nothing refers to would be collected as garbage, and so let go. */
const locks = new Set<DatabaseSync>();

export interface DataDirectory {
  /** The secret kept here, made on the first call. 64 characters. */
  secret(): string;
  /** Lets another process have the folder. */
  release(): void;
}

/**
 * Takes `dataDir` for this process alone, and creates it when missing. Throws DataDirectoryInUse, DataDirectoryUnusable.
 *
 * The lock is the operating system's, held through SQLite on a file of its own: it goes when the process does, however
 * it ends, so no lock is ever left behind; and the database file stays readable for backups.
 */
export function takeDataDirectory(dataDir: string): DataDirectory {
  const lock = takeLock(dataDir);
  return {
    secret: () => readSecret(join(dataDir, 'secret')),
    release: () => {
      locks.delete(lock);
      lock.close();
    },
  };
}

/** Takes the file, if there is one, from everybody but the server's user of the system. Throws DataDirectoryUnusable. */
export function keepPrivate(path: string): void {
  try {
    const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0;
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    throw new DataDirectoryUnusable(path, error);
  }
}

function takeLock(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    locks.add(lock);
    return lock;
  } catch (error) {
    if (isBusy(error)) throw new DataDirectoryInUse(dataDir);
    throw new DataDirectoryUnusable(dataDir, error);
  }
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}

function readSecret(path: string): string {
  keepPrivate(path);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new DataDirectoryUnusable(path, error);
  }
  const secret = randomBytes(32).toString('hex');
  // Written aside, then renamed: a crash must not leave half a secret, which would be kept for good.
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  return secret;
}
