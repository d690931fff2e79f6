import {
  CompiledQuery,
  DummyDriver,
  Transaction,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
} from 'kysely';

import { retryConflicts } from './transact.ts';

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/**
 * Transactions on SQLite's one connection. They work like `db.transaction()`, with fewer objects
 * (docs/decisions/027).
 */
export class SqliteTransactions<DB> {
  readonly #db: Kysely<DB>;
  /** All of a transaction except the part that runs its statements. */
  readonly #props: Omit<ConstructorParameters<typeof Transaction>[0], 'executor'>;

  constructor(db: Kysely<DB>, dialect: Dialect) {
    this.#db = db;
    this.#props = { config: { dialect }, dialect, driver: new DummyDriver() };
  }

  /** Resolves when the writes of `work` are committed. A conflict runs it again. */
  run<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retryConflicts(() =>
      this.#db.getExecutor().provideConnection((connection) => this.#runOn(connection, work)),
    );
  }

  async #runOn<T>(connection: DatabaseConnection, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    let hasEnded = false;
    // The transaction owns the connection until it ends. A late statement must not become part of another
    // transaction.
    const executor = this.#db.getExecutor().withConnectionProvider({
      provideConnection: async (run) => {
        if (hasEnded) throw new Error('This transaction has ended.');
        return run(connection);
      },
    });
    await connection.executeQuery(BEGIN);
    try {
      const result = await work(new Transaction<DB>({ ...this.#props, executor }));
      hasEnded = true;
      await connection.executeQuery(COMMIT);
      return result;
    } catch (error) {
      hasEnded = true;
      // ROLLBACK fails where SQLite has already rolled back, as on a full disk. After any other failure the
      // next BEGIN fails.
      await connection.executeQuery(ROLLBACK).catch(() => {});
      throw error;
    }
  }
}
