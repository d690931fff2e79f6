import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

/** Sunglow's statements are some dozens; more are inserts of differing row counts, which are cheap to prepare again. */
const CACHED_STATEMENTS = 256;

/** How long (ms) to wait, with the whole process, for a tool outside that locks the file; the retries wait on. */
const BUSY_TIMEOUT_MS = 1_000;

export interface SqliteOptions {
  /** False only in tests: a commit then returns before it is on the disk. */
  readonly durable: boolean;
}

/** Kysely's dialect over the database file at `path`, which is created when missing. */
export function sqliteDialect(path: string, options: SqliteOptions): SqliteDialect {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL');
  // Without FULL, a commit in WAL mode may be lost when the power goes, after it was acknowledged.
  database.exec(`PRAGMA synchronous = ${options.durable ? 'FULL' : 'OFF'}`);
  return new TransactionalDdlDialect({ database: new CachedDatabase(database) });
}

/** SQLite rolls back DDL, though Kysely does not rely on it: without this a crash leaves a migration half done. */
class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `node:sqlite` in the shape that Kysely's SQLite dialect wants, with the statements used last kept prepared. */
class CachedDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    this.#statements.delete(sql);
    const statement = known ?? adaptStatement(this.#database.prepare(sql));
    this.#statements.set(sql, statement);
    if (this.#statements.size > CACHED_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
