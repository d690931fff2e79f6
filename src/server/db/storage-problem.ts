import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SunglowError } from '#src/domain/errors.ts';
import type { Config } from '#src/server/config/config.ts';

/** The reason why the database cannot store or read. */
export type StorageProblem = 'full' | 'read-only' | 'damaged';

/** The problems by the codes of Node.js and of PostgreSQL. */
const BY_CODE: Readonly<Record<string, StorageProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  '53100': 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  '25006': 'read-only',
  XX001: 'damaged',
  XX002: 'damaged',
};
/**
 * The problems by SQLite's result: SQLITE_FULL, READONLY, CORRUPT, NOTADB. The upper bits hold a finer
 * reason.
 */
const BY_RESULT: Readonly<Record<number, StorageProblem>> = {
  13: 'full',
  8: 'read-only',
  11: 'damaged',
  26: 'damaged',
};

/** The room (bytes) that a first start needs. */
const PROBE_BYTES = 1_048_576;

/**
 * The problem that keeps data from being stored, from `error` of a database or a file. Null for any other
 * error.
 */
export function storageProblem(error: unknown): StorageProblem | null {
  const { code, errcode, cause } = (error ?? {}) as { code?: unknown; errcode?: unknown; cause?: unknown };
  const problem =
    typeof errcode === 'number' ? BY_RESULT[errcode & 0xff] : typeof code === 'string' && BY_CODE[code];
  return problem || (cause === undefined ? null : storageProblem(cause));
}

/** The operation failed because nothing can be stored. */
export class CannotStore extends SunglowError {
  constructor(message: string, cause: unknown) {
    super('CANNOT_STORE', message, { cause });
  }
}

/** The database file is damaged. The message says everything, so logs leave out the stack. */
export class DatabaseDamaged extends SunglowError {
  constructor(path: string, cause: unknown) {
    super(
      'DAMAGED',
      `The database file ${path} is damaged. Stop the server, move ${dirname(path)} away, and fill it anew from a backup: npm run admin -- restore FOLDER.`,
      { cause },
    );
  }
}

/** DatabaseDamaged where damage of the database file at `path` caused `error`; else `error` itself. */
export function explainDamage(error: unknown, path: string): unknown {
  return storageProblem(error) === 'damaged' ? new DatabaseDamaged(path, error) : error;
}

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

const ON_FILES: Readonly<
  Record<Exclude<StorageProblem, 'damaged'>, (folder: string, choose: string) => string>
> = {
  full: (folder, choose) =>
    `The disk of ${folder} is full. Make room on it, or ${choose} a folder on another one.`,
  'read-only': (folder, choose) =>
    `Nothing can be written to ${folder}. Let this user write there, on a disk that is not mounted read-only, or ${choose} another folder.`,
};

const ON_POSTGRES: Readonly<Record<StorageProblem, () => string>> = {
  full: () => 'The disk of the database is full. Make room on it.',
  damaged: () => 'PostgreSQL finds the database damaged, and says where in its log. Restore a backup.',
  'read-only': () =>
    'The database takes no changes. Let DATABASE_URL lead to the primary, with default_transaction_read_only off.',
};

/** CannotStore where a storage problem made the start fail with `error`; else `error` itself. */
export function explainStart(error: unknown, where: Where): unknown {
  if (where.databaseUrl === null) return explainFiles(error, where.dataDir, 'set DATA_DIR to');
  const problem = storageProblem(error);
  return problem === null ? error : new CannotStore(ON_POSTGRES[problem](), error);
}

/**
 * Like explainStart, for files in `folder`. `choose` says how to name another folder, as in 'set DATA_DIR
 * to'.
 */
export function explainFiles(error: unknown, folder: string, choose: string): unknown {
  const problem = storageProblem(error) ?? hiddenProblem(error, folder);
  if (problem === 'damaged') return damageIn(error);
  return problem === null ? error : new CannotStore(ON_FILES[problem](folder, choose), error);
}

/** The DatabaseDamaged among the causes of `error`, as it names the file. */
function damageIn(error: unknown): unknown {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof DatabaseDamaged) return one;
  return error;
}

/**
 * The problem behind an error without a reason. For many a full or read-only disk SQLite says only that there
 * was an error, and Node.js that a folder is missing.
 */
function hiddenProblem(error: unknown, folder: string): StorageProblem | null {
  const { errcode, code, cause } = (error ?? {}) as { errcode?: unknown; code?: unknown; cause?: unknown };
  if (errcode === undefined && code !== 'ENOENT')
    return cause === undefined ? null : hiddenProblem(cause, folder);
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const path = join(existing, `.sunglow-${process.pid}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeAll(file, Buffer.alloc(PROBE_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path);
    }
    return null;
  } catch (problem) {
    return storageProblem(problem);
  }
}

/** A disk that becomes full first writes a part, without an error. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}
