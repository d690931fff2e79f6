import { PostgresDriver, type DatabaseConnection, type PostgresDialectConfig } from 'kysely';

import { isConflict, retryConflicts } from './transact.ts';

/** The type is that of Kysely's driver, which does not export it. */
type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Runs conflicting statements again. A statement outside a transaction runs again at once. A transaction that
 * met a conflict ends with that conflict, even if its code threw another error: libraries catch errors and
 * throw others, and those would not run again.
 */
export class RetryingDriver extends PostgresDriver {
  /** The conflict of each connection with an open transaction. Null before the first conflict. */
  readonly #conflicts = new WeakMap<DatabaseConnection, unknown>();
  readonly #known = new WeakSet<DatabaseConnection>();
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` is called with the error of each statement that fails. */
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

  /** Has to be called before the statement that begins a transaction. */
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
