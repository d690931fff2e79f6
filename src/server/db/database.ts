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

/**
 * The one database of a process. On SQLite one connection serves every query in turn: a query of `db` inside
 * a transaction would wait for that transaction, and the transaction for the query.
 */
export interface AppDatabase extends SyncDatabase {
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  readonly place: DatabasePlace;
  readonly storage: StorageWatch;
  transact<T>(work: (tx: Transaction<Database>) => Promise<T>, size?: WorkSize): Promise<T>;
  snapshot<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Removes deleted rows from the log (WAL) beside a database file. PostgreSQL manages its own log. */
  emptyLog(): Promise<void>;
  /** The bytes that a database file can still grow. Null for PostgreSQL, whose disk may be elsewhere. */
  room(): Promise<number | null>;
  close(): Promise<void>;
}

/** The name of the database file in DATA_DIR. */
export const DATABASE_FILE = 'sunglow.db';

/**
 * The number of large transactions that a server runs on PostgreSQL at once: enough to keep this process
 * busy, and few enough to leave connections for the small ones.
 */
const LARGE_AT_ONCE = 2;

/** Where a database is. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Null for the database file in `dataDir`. */
  readonly databaseUrl: string | null;
}

export interface DatabaseOptions extends DatabasePlace {
  /** The most connections to PostgreSQL. */
  readonly databasePool?: number;
  /** The name of the connections in PostgreSQL. */
  readonly applicationName?: string;
  /** The time limits of statements on PostgreSQL. Null for no limits. */
  readonly limits?: TimeLimits | null;
  /** False only in tests that need no durability. */
  readonly durable?: boolean;
  readonly onError?: (error: Error) => void;
  /** Called after each statement with its duration in ms, and without its parameters. */
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
    place: { dataDir: options.dataDir, databaseUrl: options.databaseUrl },
    storage,
    transact: (work, size) => {
      if (engine === 'sqlite') return group.run(work, size);
      // PostgreSQL itself commits the transactions of different connections together.
      return size === 'large' ? large.run(() => transaction(work)) : transaction(work);
    },
    snapshot: (work) => {
      // On SQLite every transaction is a snapshot: WAL gives it one state, and the one connection runs
      // nothing else.
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
