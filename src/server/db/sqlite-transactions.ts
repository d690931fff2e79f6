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

/** Transactions on SQLite's one connection: those of `db.transaction()`, made of fewer objects (docs/decisions/027). */
export class SqliteTransactions<DB> {
  readonly #db: Kysely<DB>;
  /** All of a transaction but what runs its statements. */
  readonly #props: Omit<ConstructorParameters<typeof Transaction>[0], 'executor'>;

  constructor(db: Kysely<DB>, dialect: Dialect) {
    this.#db = db;
    this.#props = { config: { dialect }, dialect, driver: new DummyDriver() };
  }

  /** Resolves when what `work` did is committed; conflicts run it again. */
  run<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    return retryConflicts(() =>
      this.#db.getExecutor().provideConnection((connection) => this.#runOn(connection, work)),
    );
  }

  async #runOn<T>(connection: DatabaseConnection, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    let hasEnded = false;
    // The connection is this transaction's alone: a statement that comes too late must not become part of somebody else's.
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
      // Fails where SQLite has rolled back by itself, as on a full disk; if ever it did not, the next BEGIN says so.
      await connection.executeQuery(ROLLBACK).catch(() => {});
      throw error;
    }
  }
}
