import { sql, type Transaction } from 'kysely';

import { MoveStopped } from './move-stopped.ts';
import type { MovedColumn, MovedTable, MoveSource, Row, Value } from './move-source.ts';
import { serverConnections } from './running-servers.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { migrate, migrationsFor, MOVE_MARK } from '#src/server/db/migrate.ts';
import type { Database } from '#src/server/db/tables.ts';

const ROWS_PER_FETCH = 1_000;

/** The PostgreSQL that receives the rows of a database file. No server starts on it before the last row. */
export class MoveTarget {
  readonly #database: AppDatabase;

  constructor(database: AppDatabase) {
    this.#database = database;
  }

  /**
   * Migrates the schema and marks the database as the target of a move from the file with this sum, or finds
   * that mark. Throws MoveStopped without changing anything if the database has other content, or a server
   * runs on it.
   */
  async prepare(sourceSum: string): Promise<void> {
    const { db, engine } = this.#database;
    await this.#rejectServers();
    const tables = await this.#tables();
    const migrations = tables.includes('kysely_migration') ? await this.#migrations() : [];
    const mark = migrations.find((name) => name.startsWith(MOVE_MARK));
    if (mark !== undefined) {
      const known = Object.keys(migrationsFor(engine));
      if (mark !== MOVE_MARK + sourceSum || migrations.length !== known.length + 1)
        throw new MoveStopped(
          'The target holds half of a move from another database, or this one has changed since. Empty it, and begin anew.',
        );
      return;
    }
    for (const table of tables.filter((name) => !name.startsWith('kysely_'))) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
      if (rows.length > 0)
        throw new MoveStopped(
          `The target holds data already, in the table ${table}. Name an empty database.`,
        );
    }
    await migrate(db, engine);
    await sql`insert into kysely_migration (name, timestamp)
      values (${MOVE_MARK + sourceSum}, ${new Date().toISOString()})`.execute(db);
  }

  /** Removes the mark. From then on the database is ready for a server. */
  async finish(): Promise<void> {
    const { db } = this.#database;
    // Without statistics, PostgreSQL would plan the first queries as for empty tables.
    await sql`analyze`.execute(db);
    await sql`delete from kysely_migration where name like ${`${MOVE_MARK}%`}`.execute(db);
  }

  /** The tables to move, referenced ones first. Throws MoveStopped if the source has other columns. */
  async movedTables(source: MoveSource): Promise<readonly MovedTable[]> {
    const own = await this.#tables();
    const tables = await this.#database.db.introspection.getTables();
    const ours = tables.filter(({ name }) => own.includes(name));
    const moved = ours.map(({ name, columns }): MovedTable => {
      const found = source.columnsOf(name);
      const types = new Map(columns.map((column) => [column.name, column.dataType]));
      if (found.columns.length !== columns.length || !found.columns.every((column) => types.has(column)))
        throw new MoveStopped(`The table ${name} has other columns in the target.`);
      const typed = found.columns.map((column) => ({ name: column, type: types.get(column) ?? '' }));
      return { name, columns: typed, key: found.key };
    });
    return moved.toSorted((one, other) => Number(other.name === 'user') - Number(one.name === 'user'));
  }

  /** Runs `look` over the rows of a table as of one moment, in the order of their keys, byte by byte. */
  async read<T>(table: MovedTable, look: (rows: AsyncIterable<Row>) => Promise<T>): Promise<T> {
    return this.#database.snapshot((tx) => look(fetchAll(tx, table)));
  }

  /** Inserts all rows or none. */
  async insert({ name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const names = columns.map((column) => sql.ref(column.name));
    const values = columns.map((column, i) => asArray(column, rows, i));
    await this.#database.transact((tx) =>
      sql`insert into ${sql.table(name)} (${sql.join(names)}) select * from unnest(${sql.join(values)})`.execute(
        tx,
      ),
    );
  }

  /** A server that started before the mark would write between the rows. */
  async #rejectServers(): Promise<void> {
    if ((await serverConnections(this.#database.db)) > 0)
      throw new MoveStopped('A Sunglow runs on the target, or another move to it. Stop that first.');
  }

  async #tables(): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    `.execute(this.#database.db);
    return rows.map(({ name }) => name);
  }

  async #migrations(): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      this.#database.db,
    );
    return rows.map(({ name }) => name);
  }
}

async function* fetchAll(tx: Transaction<Database>, table: MovedTable): AsyncGenerator<Row> {
  const { name, columns, key } = table;
  const names = columns.map((column) => sql.ref(column.name));
  const types = new Map(columns.map((column) => [column.name, column.type]));
  // The order of the file, for any collation of the database.
  const order = key.map((column) =>
    types.get(column) === 'text' ? sql`${sql.ref(column)} collate "C"` : sql.ref(column),
  );
  await sql`declare moved no scroll cursor for
    select ${sql.join(names)} from ${sql.table(name)} order by ${sql.join(order)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(ROWS_PER_FETCH)} from moved`.execute(
      tx,
    );
    for (const row of rows) yield columns.map((column) => plain(row[column.name]));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await sql`close moved`.execute(tx);
}

function plain(value: unknown): Value {
  return value instanceof Date ? value.getTime() : (value as Value);
}

function asArray({ type }: MovedColumn, rows: readonly Row[], i: number) {
  const values = rows.map((row) => row[i] ?? null);
  if (type !== 'timestamptz') return sql`${values}::${sql.raw(type)}[]`;
  const texts = values.map((value) => (value === null ? null : new Date(Number(value)).toISOString()));
  return sql`${texts}::timestamptz[]`;
}
