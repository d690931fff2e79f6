import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { Process } from './world.ts';

/** A lock that one process holds at a time. The next living process in line gets it. */
export class Lock {
  #holder: Process | null = null;
  readonly #waiting: { readonly process: Process; readonly grant: () => void }[] = [];

  acquire(process: Process): Promise<void> {
    return new Promise((grant) => {
      this.#waiting.push({ process, grant });
      this.#next();
    });
  }

  /** Releases the lock if this process holds it. */
  release(process: Process): void {
    if (this.#holder !== process) return;
    this.#holder = null;
    this.#next();
  }

  #next(): void {
    while (!this.#holder) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (!next.process.alive) continue;
      this.#holder = next.process;
      next.grant();
    }
  }
}

/** A process's access to the database that it shares with others. */
export interface Gates {
  readonly process: Process;
  /** Awaited before each step of the database, and after a commit. */
  readonly gate: () => Promise<void>;
  /** Held while a transaction may write: SQLite would block the whole simulation otherwise. */
  readonly writing: Lock;
}

/** `dialect` behind gates. Each transaction declares that it only reads, or may write. */
export function gated(dialect: Dialect, gates: Gates): { dialect: Dialect; driver: Driver } {
  const driver = new GatedDriver(dialect.createDriver(), gates);
  return {
    driver,
    dialect: {
      createDriver: () => driver,
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  };
}

class GatedDriver implements Driver {
  readonly #driver: Driver;
  readonly #gates: Gates;

  constructor(driver: Driver, gates: Gates) {
    this.#driver = driver;
    this.#gates = gates;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<GatedConnection> {
    return new GatedConnection(await this.#driver.acquireConnection(), this.#gates.gate);
  }

  async beginTransaction(connection: GatedConnection, settings: TransactionSettings): Promise<void> {
    const { process, gate, writing } = this.#gates;
    if (settings.accessMode !== 'read only') await writing.acquire(process);
    await gate();
    await this.#driver.beginTransaction(connection.inner, settings);
  }

  async commitTransaction(connection: GatedConnection): Promise<void> {
    const { process, gate, writing } = this.#gates;
    await gate();
    await this.#driver.commitTransaction(connection.inner);
    writing.release(process);
    await gate();
  }

  async rollbackTransaction(connection: GatedConnection): Promise<void> {
    await this.#driver.rollbackTransaction(connection.inner);
    this.#gates.writing.release(this.#gates.process);
  }

  releaseConnection(connection: GatedConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner);
  }

  async destroy(): Promise<void> {
    await this.#driver.destroy();
    this.#gates.writing.release(this.#gates.process);
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
