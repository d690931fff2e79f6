import {
  CompiledQuery,
  DummyDriver,
  Transaction,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
} from 'kysely';

import { retryConflicts } from '#src/server/db/transact.ts';

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/**
 * Transactions on SQLite's one connection: those of `db.transaction()`, but for that Kysely makes a builder, an executor and
 * a transaction for each, and this one transaction for all, as there is never more than one at a time (docs/decisions/026).
 */
export class SqliteTransactions<DB> {
  readonly #db: Kysely<DB>;
  readonly #transaction: Transaction<DB>;
  /** Null between transactions. */
  #connection: DatabaseConnection | null = null;

  constructor(db: Kysely<DB>, dialect: Dialect) {
    this.#db = db;
    const executor = db.getExecutor().withConnectionProvider({
      provideConnection: async (work) => {
        if (!this.#connection) throw new Error('This transaction has ended.');
        return work(this.#connection);
      },
    });
    this.#transaction = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor,
    });
  }

  /** Resolves when what `work` did is committed; conflicts run it again. */
  run<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retryConflicts(() =>
      this.#db.getExecutor().provideConnection((connection) => this.#runOn(connection, work)),
    );
  }

  async #runOn<T>(connection: DatabaseConnection, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    await connection.executeQuery(BEGIN);
    this.#connection = connection;
    try {
      const result = await work(this.#transaction);
      await connection.executeQuery(COMMIT);
      return result;
    } catch (error) {
      // Fails where SQLite has rolled back by itself, as on a full disk; if ever it did not, the next BEGIN says so.
      await connection.executeQuery(ROLLBACK).catch(() => {});
      throw error;
    } finally {
      this.#connection = null;
    }
  }
}
