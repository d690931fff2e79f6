import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Kysely,
  sql,
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
import type { Database } from '#src/server/db/tables.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { Hub } from '#src/sync/server/hub.ts';
import { purge } from '#src/sync/server/purge.ts';
import { Process, type World } from './world.ts';

/** A folder for the database files of simulations; with an empty, migrated one to begin each from. */
export class SimulationFolder {
  readonly #path = mkdtempSync(join(tmpdir(), 'sunglow-sim-'));
  #count = 0;

  static async create(): Promise<SimulationFolder> {
    const folder = new SimulationFolder();
    const database = openDatabase({ dataDir: folder.#path, databaseUrl: null, durable: false });
    await migrate(database.db, database.engine);
    await recordPurges(database.db);
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

/** Writes down which row was deleted for good, and at which version of its user, in the transaction that does it. */
async function recordPurges(db: Kysely<Database>): Promise<void> {
  await sql`create table purged (user_id text, id text, version integer)`.execute(db);
  for (const table of ['task', 'collection']) {
    await sql`
      create trigger ${sql.id(`${table}_purged`)} after delete on ${sql.id(table)} begin
        insert into purged select old.user_id, old.id, version from space where user_id = old.user_id;
      end
    `.execute(db);
  }
}

/** The real hub over a real SQLite file. Each statement is a step of the world, so that it can die between any two. */
export class SimulatedServer {
  readonly process = new Process();
  readonly hub: Hub;
  readonly #world: World;
  readonly #driver: GatedDriver;
  readonly #db: Kysely<SyncTables>;

  /** `onError` hears of what the hub could not deal with; a simulation treats that as a failure. */
  constructor(world: World, path: string, onError: (error: unknown) => void) {
    const dialect = sqliteDialect(path, { durable: false });
    const driver = new GatedDriver(dialect.createDriver(), () => world.pause(this.process));
    this.#world = world;
    this.#driver = driver;
    const db = new Kysely<SyncTables>({ dialect: gated(dialect, driver) });
    this.#db = db;
    this.hub = new Hub({
      database: {
        transact: (work) => db.transaction().execute(work),
        snapshot: (work) => db.transaction().execute(work),
      },
      log: { error: (details) => onError(details) },
      now: () => world.now,
      // Small, so that most devices load in pages and are cut off between them.
      pageRows: 2,
      bus: null,
    });
  }

  /**
   * Purges some of a user's tombstones that are older than `age` ms. Outcomes of mutations stay: a device that is away
   * for longer than they are kept could not be told from one that sends them for the first time.
   */
  async purge(userId: string, age: number): Promise<void> {
    await this.#world.pause(this.process);
    const expiry = { deletedBefore: this.#world.now - age, recordedBefore: 0 };
    await this.#db.transaction().execute((tx) => purge(tx, userId, expiry, 3));
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
