import { PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely';

import { isConflict, retryConflicts } from './transact.ts';

/** The type is that of Kysely's driver, which does not export it. */
type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * What has to be known of a connection to run again what conflicted. A statement outside of a transaction is one by itself,
 * and runs again at once. A transaction ends with the conflict that it met, whatever its code made of that: libraries catch
 * errors and throw others, which nobody would run again.
 */
export class RetryingDriver extends PostgresDriver {
  /** The conflict that each connection with a transaction under way has met; null so far. */
  readonly #conflicts = new WeakMap<DatabaseConnection, unknown>();
  readonly #known = new WeakSet<DatabaseConnection>();
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` hears of the error of each statement that fails. */
  constructor(config: PostgresDialectConfig, onFailure: (error: unknown) => void) {
    super(config);
    this.#onFailure = onFailure;
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options);
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const send = connection.executeQuery.bind(connection);
    const execute: typeof send = async (...query) => {
      try {
        return await send(...query);
      } catch (error) {
        this.#onFailure(error);
        throw error;
      }
    };
    connection.executeQuery = async (...query) => {
      if (!this.#conflicts.has(connection)) return retryConflicts(() => execute(...query));
      try {
        return await execute(...query);
      } catch (error) {
        if (isConflict(error)) this.#conflicts.set(connection, error);
        throw error;
      }
    };
    return connection;
  }

  /** Call it before the statement that begins a transaction. */
  protected begins(connection: DatabaseConnection): void {
    this.#conflicts.set(connection, null);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw this.#conflicts.get(connection) ?? error;
    }
  }

  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection);
    const conflict = this.#conflicts.get(connection) ?? null;
    if (conflict !== null) throw conflict;
  }

  override async releaseConnection(connection: PostgresConnection): Promise<void> {
    this.#conflicts.delete(connection);
    await super.releaseConnection(connection);
  }
}
