import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, KyselyConfig, Transaction } from 'kysely';

import { GroupCommit } from './group-commit.ts';
import { postgresDialect, type TimeLimits } from './postgres.ts';
import { SqliteTransactions } from './sqlite-transactions.ts';
import { emptyLog, sqliteDialect } from './sqlite.ts';
import { StorageWatch } from './storage-watch.ts';
import type { Database, Engine } from './tables.ts';
import { RetryingKysely, retryConflicts } from './transact.ts';
import { WorkLimit } from './work-limit.ts';
import type { SyncDatabase, WorkSize } from '#src/sync/server/database.ts';

/** The one database of a process. On SQLite its one connection serves every query in turn: never wait for a query of
 * `db` inside a transaction, as the two would wait for each other. */
export interface AppDatabase extends SyncDatabase {
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  readonly storage: StorageWatch;
  transact<T>(work: (tx: Transaction<Database>) => Promise<T>, size?: WorkSize): Promise<T>;
  snapshot<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Leaves nothing of what was deleted in the log beside a database file; PostgreSQL keeps its own. */
  emptyLog(): Promise<void>;
  /** How many bytes a database file can still grow by; null for PostgreSQL, whose disk is elsewhere. */
  room(): Promise<number | null>;
  close(): Promise<void>;
}

/** It lies in DATA_DIR. */
export const DATABASE_FILE = 'sunglow.db';

/** A server on PostgreSQL has so many: enough to keep this process busy, too few to leave the others without a connection. */
const LARGE_AT_ONCE = 2;

export interface DatabaseOptions {
  readonly dataDir: string;
  /** Null for the database file in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The most connections to PostgreSQL. */
  readonly databasePool?: number;
  /** What PostgreSQL calls them. */
  readonly applicationName?: string;
  /** What PostgreSQL may take; null for as long as it wants. */
  readonly limits?: TimeLimits | null;
  /** False only in tests of what does not need it. */
  readonly durable?: boolean;
  readonly onError?: (error: Error) => void;
  /** Hears of each statement that has ended, after how many ms, without its parameters. */
  readonly onStatement?: ((sql: string, ms: number, hasFailed: boolean) => void) | undefined;
}

export function openDatabase(options: DatabaseOptions): AppDatabase {
  const engine: Engine = options.databaseUrl === null ? 'sqlite' : 'postgres';
  const storage = new StorageWatch();
  const dialect = openDialect(options, (error) => storage.note(error));
  const db = new RetryingKysely<Database>({ dialect, ...logTo(options.onStatement) });
  const sqlite = new SqliteTransactions(db, dialect);
  const transaction = <T>(work: (tx: Transaction<Database>) => Promise<T>) =>
    engine === 'sqlite' ? sqlite.run(work) : db.transaction().execute(work);
  const group = new GroupCommit(transaction);
  const { databasePool = Number.POSITIVE_INFINITY } = options;
  const large = new WorkLimit(Math.min(LARGE_AT_ONCE, Math.ceil(databasePool / 2)));
  return {
    db,
    engine,
    storage,
    transact: (work, size) => {
      if (engine === 'sqlite') return group.run(work, size);
      // PostgreSQL commits the transactions of different connections together by itself.
      return size === 'large' ? large.run(() => transaction(work)) : transaction(work);
    },
    snapshot: (work) => {
      // On SQLite every transaction is one: WAL gives it one state, and the one connection runs nothing else.
      if (engine === 'sqlite') return transaction(work);
      const builder = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return retryConflicts(() => builder.execute(work));
    },
    emptyLog: async () => {
      if (engine === 'sqlite') await emptyLog(db);
    },
    room: async () => {
      if (engine === 'postgres') return null;
      const { bavail, bsize } = await statfs(options.dataDir);
      return bavail * bsize;
    },
    close: () => db.destroy(),
  };
}

function logTo(onStatement: DatabaseOptions['onStatement']): Pick<KyselyConfig, 'log'> {
  if (!onStatement) return {};
  return {
    log: ({ query, queryDurationMillis, level }) =>
      onStatement(query.sql, queryDurationMillis, level === 'error'),
  };
}

function openDialect(
  { databaseUrl, dataDir, durable = true, ...options }: DatabaseOptions,
  onFailure: (error: unknown) => void,
) {
  if (databaseUrl !== null) return postgresDialect(databaseUrl, { ...options, onFailure });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return sqliteDialect(join(dataDir, DATABASE_FILE), { durable, onFailure });
}
