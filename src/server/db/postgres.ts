import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDriver,
  sql,
  type DatabaseConnection,
  type Kysely,
  type MigrationLockOptions,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';

import { RetryingDriver } from './retrying-driver.ts';

/**
 * The longest times (ms) that PostgreSQL may take. A statement past its limit fails, and its caller sends it
 * again.
 */
export interface TimeLimits {
  /** The limit for one statement of a transaction. */
  readonly statementMs: number;
  /** The limit for the wait of a statement for a lock. */
  readonly lockMs: number;
  /**
   * The limit for the answer to any statement. The connection is then given up, as after a power cut at the
   * other machine.
   */
  readonly answerMs: number;
}

const LIMITS: TimeLimits = { statementMs: 30_000, lockMs: 10_000, answerMs: 40_000 };
/** A server that vanished in the middle of a transaction must not hold a user's row lock for long. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const DEFAULT_CONNECTIONS = 10;
/**
 * An idle connection closes after this time. Opening ten anew at once delays everybody by a tenth of a
 * second.
 */
const IDLE_MS = 600_000;
/** The name of a server's connections in PostgreSQL. */
export const SERVER_NAME = 'sunglow';

export interface PostgresOptions {
  readonly databasePool?: number;
  /** The name of the connections in PostgreSQL. */
  readonly applicationName?: string;
  readonly limits?: TimeLimits | null;
  /** Called with the error of every lost connection. */
  readonly onError?: (error: Error) => void;
  /** Called with the error of each statement that fails. */
  readonly onFailure?: (error: unknown) => void;
}

/** Kysely's dialect over a pool of connections to `url`. The first statement opens the pool. */
export function postgresDialect(url: string, options: PostgresOptions = {}): PostgresDialect {
  const { limits = LIMITS, onFailure = () => {} } = options;
  return new LimitedDialect({ pool: () => openPool(url, options) }, limits, onFailure);
}

async function openPool(
  url: string,
  { limits = LIMITS, applicationName = SERVER_NAME, onError = () => {}, databasePool }: PostgresOptions,
): Promise<Pool> {
  // The driver is loaded only for PostgreSQL.
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: postgresAddress(url),
    application_name: applicationName,
    // One connection stays open while idle: it shows that a server runs (admin/running-servers.ts).
    min: 1,
    max: databasePool ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // Concurrent statements are sent together (sync/server/execute.ts).
    pipeline: true,
    ...(limits && { query_timeout: limits.answerMs }),
    // The parser is set on this pool alone: the whole process shares the parsers of `pg.types`.
    types: {
      getTypeParser: (type, format) =>
        type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
    },
  });
  // An idle connection that is lost without a listener would end the process. The pool listens to idle
  // connections alone, not to a connection between two statements of a transaction.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  return pool;
}

/**
 * `url` with TLS parameters that `pg` reads as PostgreSQL's own tools do. The name of the connections is
 * removed, as the server's own name makes a running server known (admin/running-servers.ts).
 */
export function postgresAddress(url: string): string {
  const address = URL.parse(url);
  if (!address) return url;
  const { searchParams } = address;
  if (!searchParams.has('sslmode') && !searchParams.has('application_name')) return url;
  searchParams.delete('application_name');
  if (!searchParams.has('sslmode')) return address.href;
  address.searchParams.set('uselibpqcompat', 'true');
  if (address.searchParams.get('sslrootcert') === 'system') address.searchParams.delete('sslrootcert');
  return address.href;
}

class LimitedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: TimeLimits | null;
  readonly #onFailure: (error: unknown) => void;

  constructor(config: PostgresDialectConfig, limits: TimeLimits | null, onFailure: (error: unknown) => void) {
    super(config);
    this.#config = config;
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  override createDriver(): PostgresDriver {
    return new LimitedDriver(this.#config, this.#limits, this.#onFailure);
  }

  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

/**
 * Sets the time limits in each transaction, with the statement that begins it. PgBouncer rejects limits that
 * are parameters of the connection, and would hand settings of the session to other clients.
 */
class LimitedDriver extends RetryingDriver {
  /**
   * One message, after the one that begins the transaction. For each setting, Citus sends its nodes the whole
   * message again.
   */
  readonly #settings: CompiledQuery | null;

  constructor(config: PostgresDialectConfig, limits: TimeLimits | null, onFailure: (error: unknown) => void) {
    super(config, onFailure);
    this.#settings = limits
      ? CompiledQuery.raw(
          [
            `statement_timeout = ${limits.statementMs}`,
            `lock_timeout = ${limits.lockMs}`,
            // From here on Citus sends settings to its nodes: once, for the one setting that follows.
            "citus.propagate_set_commands = 'local'",
            `idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
          ]
            .map((setting) => `set local ${setting}`)
            .join('; '),
        )
      : null;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    const access = accessMode ? ` ${accessMode}` : '';
    this.begins(connection);
    const begin = CompiledQuery.raw(`start transaction${isolation}${access}`);
    const messages = this.#settings ? [begin, this.#settings] : [begin];
    await Promise.all(messages.map((message) => connection.executeQuery(message)));
  }
}

/**
 * The longest time (ms) that a migration may wait for a lock. All other statements on the table wait behind
 * it.
 */
const MIGRATION_LOCK_MS = 10_000;

/**
 * Locks the row that Kysely keeps for this, until the transaction of the migrations ends. Kysely's own lock
 * belongs to a connection: through PgBouncer one connection would take it and another release it, so it would
 * stay for good.
 */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
    // Citus otherwise refuses one transaction that alters both a table spread over its nodes and a table that
    // is not.
    await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(db);
    await sql`select set_config('lock_timeout', ${String(MIGRATION_LOCK_MS)}, true)`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
