import { TABLE_NAMES } from '#src/tables/tables.ts';
import { titlesOf } from '#src/tables/kit/row.ts';
import { spaceOf } from '#src/domain/space.ts';
import { sqlName } from '#src/sync/server/rows.ts';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, type Driver } from 'kysely';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { sqliteDialect } from '#src/server/db/sqlite.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { Bus } from '#src/sync/server/bus.ts';
import type { ClientSocket } from '#src/sync/server/connection.ts';
import type { SyncTables } from '#src/sync/server/database.ts';
import { Hub, type HubConnection } from '#src/sync/server/hub.ts';
import { outdateDevices } from '#src/sync/server/outdate-devices.ts';
import { purge } from '#src/sync/server/purge.ts';
import { PUSH_SIZES } from '#src/sync/server/push.ts';
import { gated, Lock } from './gated-driver.ts';
import { PushAnswers } from './push-answers.ts';
import { asReadBy, TODAYS, type Release } from './releases.ts';
import { Process, type World } from './world.ts';

/** A folder for the database files of simulations. It has an empty, migrated one to copy. */
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

  /** Copies the current database, and returns the path of the copy. Servers may be running on it. */
  backUp(path: string): string {
    const copy = join(this.#path, `${this.#count++}.db`);
    using database = new DatabaseSync(path);
    database.prepare('vacuum into ?').run(copy);
    return copy;
  }

  /** Restores the database from a copy. No server may be running on it. */
  restore(path: string, copy: string): void {
    this.delete(path);
    copyFileSync(copy, path);
  }

  delete(path: string): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

/**
 * Records each effect of a purge on a row, with the user's version and the time limit, in the same
 * transaction: a deletion for good, a tombstone, or emptied texts.
 */
async function recordPurges(db: Kysely<Database>): Promise<void> {
  await sql`create table purging (deleted_before integer, ended_before integer)`.execute(db);
  await sql`create table purged (space_id text, id text, version integer, what text, before integer)`.execute(
    db,
  );
  for (const table of TABLE_NAMES) {
    await sql`
      create trigger ${sql.id(`${table}_purged`)} after delete on ${sql.id(table)} begin
        insert into purged select old.space_id, old.id, version, 'purge', deleted_before from space, purging
          where space_id = old.space_id;
      end
    `.execute(db);
  }
  for (const table of TABLE_NAMES) {
    const [title] = titlesOf(table);
    if (title === undefined) continue;
    const column = sqlName(title);
    await sql`
      create trigger ${sql.id(`${table}_erased`)} after update on ${sql.id(table)}
      when ${sql.ref(`old.${column}`)} <> '' and ${sql.ref(`new.${column}`)} = '' begin
        insert into purged select old.space_id, old.id, version, 'erase', ended_before from space, purging
          where space_id = old.space_id;
      end
    `.execute(db);
  }
  for (const table of TABLE_NAMES) {
    await sql`
      create trigger ${sql.id(`${table}_ended`)} after update on ${sql.id(table)}
      when old.deleted_at is null and new.deleted_at is not null begin
        insert into purged select old.space_id, old.id, version, 'end', ended_before from space, purging
          where space_id = old.space_id;
      end
    `.execute(db);
  }
}

export interface ServerOptions {
  readonly world: World;
  /** The path of the database file. */
  readonly path: string;
  /** Gets the errors of the hub. They fail a simulation. */
  readonly onError: (error: unknown) => void;
  readonly process?: Process;
  readonly release?: Release;
  readonly bus?: Bus | null;
  /** Shared by all servers on one database. */
  readonly writing?: Lock;
  /** The difference (ms) of its clock. */
  readonly skew?: number;
}

/**
 * The real hub over a real SQLite file. Each statement is a step of the world, so that the server can die between any
 * two.
 */
export class SimulatedServer {
  readonly process: Process;
  readonly release: Release;
  readonly hub: Hub;
  readonly #world: World;
  readonly #driver: Driver;
  readonly #db: Kysely<SyncTables>;
  readonly #now: () => number;
  #readings = 0;

  constructor({ world, path, onError, skew = 0, bus = null, ...options }: ServerOptions) {
    const { process = new Process(), release = TODAYS, writing = new Lock() } = options;
    this.process = process;
    this.release = release;
    this.#world = world;
    this.#now = () => world.now + skew;
    const gate = () => world.pause(process);
    const { dialect, driver } = gated(sqliteDialect(path, { durable: false }), { process, gate, writing });
    const db = new Kysely<SyncTables>({ dialect });
    this.#driver = driver;
    this.#db = db;
    this.hub = new Hub({
      database: {
        transact: (work) => db.transaction().execute(work),
        snapshot: (work) => db.transaction().setAccessMode('read only').execute(work),
      },
      log: { error: (details) => onError(details) },
      now: this.#now,
      ...PUSH_SIZES,
      // Small, so that most devices load in pages, and connections break between them.
      pageRows: 2,
      // Small, so that the rows of one transaction are divided into pages too.
      versionRows: 1,
      // Small, so that a push of a few mutations takes several transactions.
      smallPush: 1,
      partBytes: 500,
      // A transaction does at most five mutations of a push, since each reading of the clock adds 1 ms.
      partMs: 4,
      clock: () => (this.#readings += 1),
      pace: null,
      readPace: null,
      bus,
    });
  }

  /** Connects a tab of the release `tab`. */
  connect(tab: Release, userId: string, socket: ClientSocket): HubConnection {
    const answers = new PushAnswers(this.#world.coverage);
    const connection = this.hub.connect(userId, {
      send: (text) => {
        answers.sent(text);
        socket.send(text);
      },
      close: (code, reason) => socket.close(code, reason),
    });
    return {
      ...connection,
      receive: (frame) => {
        answers.received(frame);
        connection.receive(asReadBy(this.release, tab, frame, this.#world.hasOtherEffects));
      },
    };
  }

  /**
   * Purges some of a user's tombstones that servers have had for more than `age` ms, and makes tombstones of some tasks
   * whose collection was deleted more than `trashAge` ms ago. Outcomes of mutations stay: a device that was away may
   * send a mutation again, and without its outcome it would count as new.
   */
  async purge(userId: string, age: number, trashAge: number): Promise<void> {
    await this.#world.pause(this.process);
    const now = this.#now();
    const expiry = {
      endedBefore: now - trashAge,
      deletedBefore: now - age,
      recordedBefore: 0,
      changedBefore: 0,
    };
    await this.#db.transaction().execute(async (tx) => {
      await sql`insert into purging values (${expiry.deletedBefore}, ${expiry.endedBefore})`.execute(tx);
      await purge(tx, spaceOf(userId), expiry, 3);
      await sql`delete from purging`.execute(tx);
    });
  }

  /** Marks the devices of these users as outdated, as after restoring a database. */
  async outdateDevices(userIds: readonly string[]): Promise<void> {
    await this.#world.pause(this.process);
    await this.#db.transaction().execute((tx) => outdateDevices(tx, userIds.map(spaceOf), this.#now()));
  }

  /** Ends the server between two statements: an open transaction is lost, and a committed one stays. */
  async kill(): Promise<void> {
    this.process.alive = false;
    await this.#driver.destroy();
  }
}
