import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SunglowError } from '#src/domain/errors.ts';
import { MoveSource, type MovedTable, type Row } from './move-source.ts';
import { MoveStopped } from './move-stopped.ts';
import { MoveTarget } from './move-target.ts';
import { NoDatabase } from './open.ts';
import type { Config } from '#src/server/config/config.ts';
import { DATABASE_FILE, openDatabase } from '#src/server/db/database.ts';
import { takeDataDirectory } from '#src/server/db/data-directory.ts';
import { migrationsFor, reasonOf } from '#src/server/db/migrate.ts';

/** The number of rows that one transaction writes. */
const ROWS_PER_INSERT = 1_000;
const ROWS_PER_LINE = 50_000;

type Print = (line: string) => void;

/**
 * Copies the database file in DATA_DIR to an empty PostgreSQL, compares both row by row, and prints the
 * settings to change. After an interruption it continues where it stopped. Throws a SunglowError, and never
 * writes to the file.
 */
export async function moveDatabase(databaseUrl: string, config: Config, print: Print): Promise<void> {
  const { dataDir } = config;
  if (config.databaseUrl !== null)
    throw new MoveStopped('DATABASE_URL is set. Unset it: this command moves the database file in DATA_DIR.');
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new NoDatabase(`There is no database in ${dataDir}.`);
  // Keeps servers from starting on it meanwhile.
  const directory = takeDataDirectory(dataDir);
  const source = new MoveSource(dataDir);
  // The first rows of a large table come only when all of them are sorted.
  const database = openDatabase({ dataDir, databaseUrl, limits: null });
  try {
    await move(source, new MoveTarget(database), print);
  } catch (error) {
    if (error instanceof SunglowError) throw error;
    throw new MoveStopped(
      `The move stopped: ${reasonOf(error)}. Run it again: it goes on from there.`,
      error,
    );
  } finally {
    await database.close();
    source.close();
    directory.release();
  }
  sayWhatIsNext(config, print);
}

async function move(source: MoveSource, target: MoveTarget, print: Print): Promise<void> {
  const known = Object.keys(migrationsFor('sqlite'));
  const migrations = source.migrations() ?? [];
  if (migrations.length !== known.length || !known.every((name) => migrations.includes(name)))
    throw new NoDatabase(
      'The database is of another version of Sunglow. Start the server of this one first.',
    );
  const sum = await source.sum();
  print(`${source.path}: SHA-256 ${sum}`);
  await target.prepare(sum);
  const tables = await target.movedTables(source);
  for (const table of tables) await copy(table, source, target, print);
  print('All is copied. Comparing row by row:');
  for (const table of tables) await verify(table, source, target, print);
  if ((await source.sum()) !== sum)
    throw new MoveStopped('The database file was written to meanwhile. Empty the target, and begin anew.');
  await target.finish();
  print(`${source.path} is as it was: SHA-256 ${sum}`);
}

/**
 * Continues after the rows already there, which are compared first: rows come in the order of their keys, so
 * these are the first ones.
 */
async function copy(table: MovedTable, source: MoveSource, target: MoveTarget, print: Print): Promise<void> {
  const total = source.count(table.name);
  const { rows: found, rest } = await compare(table, source, target);
  if (found > 0 && found < total) print(`${table.name}: ${found} rows are there already`);
  let copied = found;
  for (let batch = take(rest); batch.length > 0; batch = take(rest)) {
    await target.insert(table, batch);
    copied += batch.length;
    if (copied % ROWS_PER_LINE < ROWS_PER_INSERT && copied < total)
      print(`${table.name}: ${copied} of ${total} rows`);
  }
  print(`${table.name}: ${copied} of ${total} rows`);
}

async function verify(
  table: MovedTable,
  source: MoveSource,
  target: MoveTarget,
  print: Print,
): Promise<void> {
  const { rows, rest, sum } = await compare(table, source, target);
  if (take(rest).length > 0) throw differs(table, rows + 1);
  print(`${table.name.padEnd(16)} ${String(rows).padStart(10)} rows alike, SHA-256 ${sum}`);
}

/**
 * Reads both sides in the order of their keys, up to the end of the target. Returns the number of these rows,
 * the SHA-256 of their values, and the remaining rows of the source. Throws MoveStopped at the first
 * difference.
 */
async function compare(table: MovedTable, source: MoveSource, target: MoveTarget) {
  return target.read(table, async (theirs) => {
    const rest = source.rows(table);
    const hash = createHash('sha256');
    let rows = 0;
    for await (const row of theirs) {
      rows += 1;
      const text = JSON.stringify(row);
      const { value, done } = rest.next();
      if (done || JSON.stringify(value) !== text) throw differs(table, rows);
      hash.update(text);
    }
    return { rows, rest, sum: hash.digest('hex') };
  });
}

function differs({ name }: MovedTable, row: number): MoveStopped {
  return new MoveStopped(
    `Row ${row} of ${name}, by its key, is not the same in the target. Something else writes there: empty it, and begin anew.`,
  );
}

function take(rows: Generator<Row>): Row[] {
  const some: Row[] = [];
  while (some.length < ROWS_PER_INSERT) {
    const { value, done } = rows.next();
    if (done) break;
    some.push(value);
  }
  return some;
}

function sayWhatIsNext({ dataDir, authSecret, storage }: Config, print: Print): void {
  print('Set for the server, and start it:');
  print('  DATABASE_URL   what you gave with --to');
  print(
    authSecret === null
      ? `  AUTH_SECRET    what is in ${join(dataDir, 'secret')}: with another one everybody has to sign in again`
      : '  AUTH_SECRET    the one that is set now',
  );
  if (storage === null)
    print(
      `Photos stay in ${join(dataDir, 'photos')}: keep DATA_DIR. Several servers need them in a STORAGE_URL.`,
    );
  print(`Start no server without DATABASE_URL on ${dataDir} again: what it took would stay there.`);
}
