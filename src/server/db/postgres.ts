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

/** How long (ms) PostgreSQL may take. What is over it fails, and is asked for again by whoever asked. */
export interface TimeLimits {
  /** How long one statement of a transaction may take. */
  readonly statementMs: number;
  /** How long one of them may wait for a lock. */
  readonly lockMs: number;
  /** How long the answer to any statement may take; the connection is then given up, as that to a machine that lost its power is. */
  readonly answerMs: number;
}

const LIMITS: TimeLimits = { statementMs: 30_000, lockMs: 10_000, answerMs: 40_000 };
/** A server that vanished in the middle of a transaction must not hold a user's row lock for long. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const DEFAULT_CONNECTIONS = 10;
/** So long a connection stays that nobody uses. To open ten anew, as many ask at once, keeps everybody waiting for a tenth of a second. */
const IDLE_MS = 600_000;
/** What PostgreSQL calls the connections of a server. */
export const SERVER_NAME = 'sunglow';

export interface PostgresOptions {
  readonly databasePool?: number;
  /** What PostgreSQL calls its connections. */
  readonly applicationName?: string;
  readonly limits?: TimeLimits | null;
  /** Hears of every connection that is lost. */
  readonly onError?: (error: Error) => void;
  /** Hears of the error of each statement that fails. */
  readonly onFailure?: (error: unknown) => void;
}

/** Kysely's dialect over a pool of connections to `url`, which is made for the first statement. */
export function postgresDialect(url: string, options: PostgresOptions = {}): PostgresDialect {
  const { limits = LIMITS, onFailure = () => {} } = options;
  return new LimitedDialect({ pool: () => openPool(url, options) }, limits, onFailure);
}

async function openPool(
  url: string,
  { limits = LIMITS, applicationName = SERVER_NAME, onError = () => {}, databasePool }: PostgresOptions,
): Promise<Pool> {
  // Loaded only where there is a PostgreSQL.
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: postgresAddress(url),
    application_name: applicationName,
    // One stays, however quiet it is, so that a server that runs can be told from none (admin/running-servers.ts).
    min: 1,
    max: databasePool ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // Statements that are asked for together go out together (sync/server/execute.ts).
    pipeline: true,
    ...(limits && { query_timeout: limits.answerMs }),
    // Set on this pool alone: the parsers of `pg.types` are shared by everything in the process.
    types: {
      getTypeParser: (type, format) =>
        type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
    },
  });
  // Without a listener, a connection lost while it runs no query would end the process: the pool listens to idle ones
  // alone, not to one between two statements of a transaction.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  return pool;
}

/**
 * `url` in the words of `pg`, which by itself takes the TLS parameters otherwise than PostgreSQL's own tools do, and without a name for
 * its connections: by theirs a running server is found (admin/running-servers.ts).
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
 * Sets the time limits in each transaction, on the way on which it begins: as parameters of the connection, PgBouncer
 * rejects them, and as settings of the session it would give them to others.
 */
class LimitedDriver extends RetryingDriver {
  /** One message, after the one that begins: for each setting, a Citus sends its nodes the whole message with it. */
  readonly #settings: CompiledQuery | null;

  constructor(config: PostgresDialectConfig, limits: TimeLimits | null, onFailure: (error: unknown) => void) {
    super(config, onFailure);
    this.#settings = limits
      ? CompiledQuery.raw(
          [
            `statement_timeout = ${limits.statementMs}`,
            `lock_timeout = ${limits.lockMs}`,
            // From here on a Citus sends its nodes what is set. It does so once, for the one setting that follows.
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

/** How long (ms) a migration may hold up everybody else, who wait behind the lock that it waits for. */
const MIGRATION_LOCK_MS = 10_000;

/**
 * Locks the row that Kysely keeps for it, until the transaction of the migrations ends. Kysely's own lock belongs to a
 * connection instead: through PgBouncer it would be taken on one and let go on another, and stay for good.
 */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
    // Citus otherwise refuses to alter a table that is spread over its nodes and one that is not, in one transaction.
    await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(db);
    await sql`select set_config('lock_timeout', ${String(MIGRATION_LOCK_MS)}, true)`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
