import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { DATABASE_FILE } from '#src/server/db/database.ts';

/**
 * The values of a row, column by column, in a form for both engines: an instant is a number of ms since 1970
 * UTC.
 */
export type Value = string | number | boolean | null;
export type Row = readonly Value[];

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly MovedColumn[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

export interface MovedColumn {
  readonly name: string;
  /** The column's type in PostgreSQL. */
  readonly type: string;
}

/** A database file, read as of the first read, even if it changes meanwhile. */
export class MoveSource {
  readonly path: string;
  readonly #database: DatabaseSync;

  constructor(dataDir: string) {
    this.path = join(dataDir, DATABASE_FILE);
    this.#database = new DatabaseSync(this.path, { readOnly: true });
    this.#database.exec('BEGIN');
  }

  close(): void {
    this.#database.close();
  }

  /** The SHA-256 of the file, and of the log that a killed server left beside it. */
  async sum(): Promise<string> {
    const hash = createHash('sha256');
    for (const path of [this.path, `${this.path}-wal`])
      if (existsSync(path)) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  /** The migrations of the file; null when it is no database of Sunglow. */
  migrations(): readonly string[] | null {
    const known = this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get();
    if (!known) return null;
    return this.#database
      .prepare('SELECT name FROM kysely_migration')
      .all()
      .map(({ name }) => String(name));
  }

  /** The columns of a table, and its key columns in order. */
  columnsOf(table: string): { readonly columns: readonly string[]; readonly key: readonly string[] } {
    const rows = this.#database.prepare(`PRAGMA table_info("${table}")`).all();
    const columns = rows.map(({ name, pk }) => ({ name: String(name), pk: Number(pk) }));
    const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
    return { columns: columns.map(({ name }) => name), key: key.map(({ name }) => name) };
  }

  count(table: string): number {
    return Number(this.#database.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()?.['rows']);
  }

  /**
   * All rows in the order of their keys, byte by byte. Throws for a value of another type than its column's.
   */
  *rows({ name, columns, key }: MovedTable): Generator<Row> {
    const list = (names: readonly string[]) => names.map((each) => `"${each}"`).join(', ');
    const statement = this.#database.prepare(
      `SELECT ${list(columns.map((column) => column.name))} FROM "${name}" ORDER BY ${list(key)}`,
    );
    for (const row of statement.iterate())
      yield columns.map((column) => convert(row[column.name], column, name));
  }
}

/** Both engines store JSON as text. */
function convert(value: unknown, { name, type }: MovedColumn, table: string): Value {
  if (value === null) return null;
  if (type === 'bool' && (value === 0 || value === 1)) return value === 1;
  if (type === 'timestamptz' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return Date.parse(value);
  if (type === 'text' && typeof value === 'string') return value;
  if (['int4', 'int8', 'float8'].includes(type) && typeof value === 'number') return value;
  throw new TypeError(`a value of ${table}.${name} is no ${type}`);
}
