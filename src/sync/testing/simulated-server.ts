import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { sqliteDialect } from '#src/server/db/sqlite.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { Hub } from '#src/sync/server/hub.ts';
import { Process, type World } from './world.ts';

/** A folder for the database files of simulations; with an empty, migrated one to begin each from. */
export class SimulationFolder {
  readonly #path = mkdtempSync(join(tmpdir(), 'sunglow-sim-'));
  #count = 0;

  static async create(): Promise<SimulationFolder> {
    const folder = new SimulationFolder();
    const database = openDatabase({ dataDir: folder.#path, databaseUrl: null, durable: false });
    await migrate(database.db, database.engine);
    await database.close();
    return folder;
  }

  /** The path of a new database file. */
  newDatabase(): string {
    const path = join(this.#path, `${this.#count++}.db`);
    copyFileSync(join(this.#path, 'sunglow.db'), path);
    return path;
  }

  delete(path: string): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

/** The real hub over a real SQLite file. Each statement is a step of the world, so that it can die between any two. */
export class SimulatedServer {
  readonly process = new Process();
  readonly hub: Hub;
  readonly #driver: GatedDriver;

  /** `onError` hears of what the hub could not deal with; a simulation treats that as a failure. */
  constructor(world: World, path: string, onError: (error: unknown) => void) {
    const dialect = sqliteDialect(path, { durable: false });
    const driver = new GatedDriver(dialect.createDriver(), () => world.pause(this.process));
    this.#driver = driver;
    const db = new Kysely<SyncTables>({ dialect: gated(dialect, driver) });
    this.hub = new Hub({
      database: {
        transact: (work) => db.transaction().execute(work),
        snapshot: (work) => db.transaction().execute(work),
      },
      log: { error: (details) => onError(details) },
      now: () => world.now,
    });
  }

  /** Dies between two statements: an open transaction is gone, a committed one stays. */
  async kill(): Promise<void> {
    this.process.alive = false;
    await this.#driver.destroy();
  }
}

function gated(dialect: Dialect, driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Waits at a gate before and after whatever a database does. */
class GatedDriver implements Driver {
  readonly #driver: Driver;
  readonly #gate: () => Promise<void>;

  constructor(driver: Driver, gate: () => Promise<void>) {
    this.#driver = driver;
    this.#gate = gate;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<GatedConnection> {
    return new GatedConnection(await this.#driver.acquireConnection(), this.#gate);
  }

  beginTransaction(connection: GatedConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection.inner, settings);
  }

  async commitTransaction(connection: GatedConnection): Promise<void> {
    await this.#gate();
    await this.#driver.commitTransaction(connection.inner);
    await this.#gate();
  }

  rollbackTransaction(connection: GatedConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection.inner);
  }

  releaseConnection(connection: GatedConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

class GatedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #gate: () => Promise<void>;

  constructor(inner: DatabaseConnection, gate: () => Promise<void>) {
    this.inner = inner;
    this.#gate = gate;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#gate();
    return this.inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}
