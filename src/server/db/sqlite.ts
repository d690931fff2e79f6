import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Kysely,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';

import { keepPrivate } from './data-directory.ts';
import { explainDamage } from './storage-problem.ts';
import type { Database } from './tables.ts';

/**
 * Sunglow has some dozens of statements, and inserts of differing row counts, which are cheap to prepare
 * again.
 */
const CACHED_STATEMENTS = 256;

/** How long (ms) the whole process waits for another tool that locks the file. The retries then wait on. */
const BUSY_TIMEOUT_MS = 1_000;

export interface SqliteOptions {
  /** False only in tests: a commit then returns before it is on the disk. */
  readonly durable: boolean;
  /** Called with the error of each statement that fails. */
  readonly onFailure?: (error: unknown) => void;
}

/** Kysely's dialect over the database file at `path`, which is created when missing. */
export function sqliteDialect(path: string, { durable, onFailure = () => {} }: SqliteOptions): SqliteDialect {
  // SQLite gives the files that it makes beside this one the same mode.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) keepPrivate(file);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    database.close();
    throw explainDamage(error, path);
  }
  // Without FULL, a power cut may lose a commit in WAL mode after it was acknowledged.
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
  // SQLite overwrites deleted rows.
  database.exec('PRAGMA secure_delete = ON');
  return new OwnDialect(database, (error) => {
    onFailure(error);
    return explainDamage(error, path);
  });
}

/** Takes the error of a statement, and returns the error to throw. */
type Explain = (error: unknown) => unknown;

/**
 * Writes the whole log (WAL) into the database file and truncates it: deleted and overwritten texts would
 * stay readable in it. The log stays while another process reads it.
 */
export async function emptyLog(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (one) => {
    // The process does not wait for a backup that reads.
    await sql`pragma busy_timeout = 0`.execute(one);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(one);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(one);
    }
  });
}

class OwnDialect extends SqliteDialect {
  readonly #database: DatabaseSync;
  readonly #cached: CachedDatabase;

  constructor(database: DatabaseSync, explain: Explain) {
    const cached = new CachedDatabase(database, explain);
    super({ database: cached });
    this.#database = database;
    this.#cached = cached;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): SqliteDriver {
    return new FaithfulDriver(this.#database, this.#cached);
  }
}

/**
 * Kysely's driver would report a missing transaction where SQLite has already rolled back, as on a full disk.
 */
class FaithfulDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, cached: CachedDatabase) {
    super({ database: cached });
    this.#database = database;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Kysely does not rely on SQLite's rollback of DDL. Without this, a crash leaves a migration half done. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `node:sqlite` in the shape of Kysely's SQLite dialect. The most recently used statements stay prepared. */
class CachedDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #explain: Explain;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync, explain: Explain) {
    this.#database = database;
    this.#explain = explain;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    this.#statements.delete(sql);
    const statement = known ?? adaptStatement(this.#prepare(sql), this.#explain);
    this.#statements.set(sql, statement);
    if (this.#statements.size > CACHED_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }

  /** The first statement reads the schema, so it may find damage. */
  #prepare(sql: string): StatementSync {
    try {
      return this.#database.prepare(sql);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

function adaptStatement(statement: StatementSync, explain: Explain): SqliteStatement {
  const telling = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw explain(error);
    }
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => telling(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => telling(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
