import { PostgresDialect } from 'kysely';
import { Pool, types, type CustomTypesConfig } from 'pg';

/** Kysely's dialect over a pool of connections to `url`. `onError` hears of every connection that is lost. */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    application_name: 'sunglow',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Statements that are asked for together go out together (sync/server/execute.ts).
    pipeline: true,
    // A server that vanished in the middle of a transaction must not hold a user's row lock for long.
    idle_in_transaction_session_timeout: 30_000,
    // Set on this pool alone: the parsers of `pg.types` are shared by everything in the process.
    types: { getTypeParser },
  });
  // Without a listener, a connection lost while it runs no query would end the process: the pool listens to idle ones
  // alone, not to one between two statements of a transaction.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

const getTypeParser: CustomTypesConfig['getTypeParser'] = (type, format) =>
  type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);
