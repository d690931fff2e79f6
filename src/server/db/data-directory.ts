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

/** Locks held by this process. A lock without a reference would be garbage collected, and so released. */
const locks = new Set<DatabaseSync>();

export interface DataDirectory {
  /** The secret of this folder, 64 characters. The first call makes it. */
  secret(): string;
  /** Lets another process take the folder. */
  release(): void;
}

/**
 * Takes `dataDir` for this process alone, and creates it when missing. Throws DataDirectoryInUse,
 * DataDirectoryUnusable.
 *
 * SQLite holds a lock of the operating system on a file of its own. The lock ends with the process, however
 * that ends, and backups can still read the database file.
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

/**
 * Takes access to the file from everybody but its owner. A missing file is left out. Throws
 * DataDirectoryUnusable.
 */
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
  // The secret goes to a draft, which is then renamed: a crash must not leave half a secret for good.
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  return secret;
}
