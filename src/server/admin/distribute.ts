import { sql } from 'kysely';

import { afterRestore } from './after-restore.ts';
import { CommandFailed } from './command-failed.ts';
import { serverConnections } from './running-servers.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { DISTRIBUTED_TABLES, distributionColumn, LOCAL_TABLES } from '#src/server/db/placement.ts';

/**
 * The first version that gives the statements of a transaction one state on other nodes too (sync rule W9).
 */
const FIRST_VERSION = { major: 11, minor: 2 };

type Print = (line: string) => void;

/**
 * Spreads the tables of sync over a Citus cluster by space, one table after the other, and makes the other
 * tables known to all of its nodes. It skips finished tables, so it can run again after an interruption or an
 * update with new tables. Throws CommandFailed without changing anything where there is no suitable cluster,
 * or a server runs on it.
 */
export async function distribute(database: AppDatabase, print: Print): Promise<void> {
  await rejectWhereImpossible(database);
  await database.transact(async (tx) => {
    // The lock of migrations: a second run waits for it, and so does a server that starts meanwhile.
    await sql`select id from kysely_migration_lock for update`.execute(tx);
    await rejectServers(database);
    await spread(database, print);
    // A server that `rejectServers` cannot see may have read rows of one table without those of another,
    // while they moved.
    print(`The devices of ${await afterRestore(database)} accounts load anew.`);
  });
}

async function spread(database: AppDatabase, print: Print): Promise<void> {
  const { db } = database;
  const done = await placedTables(database);
  // Citus allows no references from distributed to undistributed tables. Deleting a user also deletes these
  // rows.
  await sql`alter table device drop constraint if exists "device_user_id_fkey"`.execute(db);
  for (const table of DISTRIBUTED_TABLES) {
    if (done.has(table)) print(`${table}: distributed already`);
    else {
      const group = table === DISTRIBUTED_TABLES[0] ? 'default' : DISTRIBUTED_TABLES[0];
      const column = distributionColumn(table);
      await sql`select create_distributed_table(${name(table)}, ${column}, colocate_with => ${group})`.execute(
        db,
      );
      print(`${table}: distributed by ${column}`);
    }
    // The moved rows would stay on the coordinator's disk. Also needed when an earlier run ended before this.
    await sql`select truncate_local_data_after_distributing_table(${name(table)})`.execute(db);
    await forgetStatistics(database, table);
  }
  for (const table of LOCAL_TABLES) {
    if (done.has(table)) {
      print(`${table}: known to all nodes already`);
      continue;
    }
    // Citus adds the tables that it refers to, or that refer to it, at the same time.
    await sql`select citus_add_local_table_to_metadata(${name(table)}, cascade_via_foreign_keys => true)`.execute(
      db,
    );
    for (const placed of await placedTables(database)) done.add(placed);
    print(`${table}: on the coordinator, known to all nodes`);
  }
}

/**
 * Removes the most common texts of a table from the coordinator's statistics. ANALYZE would leave them there,
 * since it finds no rows any more. PostgreSQL drops them when a column is set to its own type again, which
 * changes nothing else. Keys are random ids, and Citus keeps their type.
 */
async function forgetStatistics({ db }: AppDatabase, table: string): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = ${name(table)}::regclass and attnum > 0 and not attisdropped and atttypid = 'text'::regtype
      and not exists (
        select 1 from pg_constraint
        where conrelid = attrelid and contype in ('p', 'u', 'f') and attnum = any (conkey)
      )
  `.execute(db);
  if (rows.length === 0) return;
  const columns = rows.map(({ column }) => sql`alter column ${sql.ref(column)} type text`);
  await sql`alter table ${sql.table(table)} ${sql.join(columns)}`.execute(db);
}

async function rejectServers({ db }: AppDatabase): Promise<void> {
  const connections = await serverConnections(db);
  if (connections > 0)
    throw new CommandFailed(
      `Servers run on this database (${connections} connections named sunglow). Stop all of them first.`,
    );
}

async function rejectWhereImpossible({ db, engine }: AppDatabase): Promise<void> {
  if (engine === 'sqlite')
    throw new CommandFailed(
      'The database is a file. Move it to a PostgreSQL with Citus first: npm run admin -- move-database --to URL',
    );
  const extension = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'
  `.execute(db);
  const version = extension.rows[0]?.version;
  if (version === undefined)
    throw new CommandFailed(
      'This PostgreSQL has no Citus. Install it on all nodes, and run there: CREATE EXTENSION citus',
    );
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  const { major: first, minor: second } = FIRST_VERSION;
  if (major < first || (major === first && minor < second))
    throw new CommandFailed(`This is Citus ${version}. Sunglow needs ${first}.${second} or newer.`);
  const here = await sql<{ groupid: number }>`select groupid from pg_dist_local_group`.execute(db);
  if (here.rows[0]?.groupid !== 0)
    throw new CommandFailed('This is a worker. Set DATABASE_URL to the coordinator of the cluster.');
  const coordinator = await sql`select 1 from pg_dist_node where groupid = 0`.execute(db);
  if (coordinator.rows.length === 0)
    throw new CommandFailed(
      "The workers do not know the coordinator. Run on it: SELECT citus_set_coordinator_host('its host name')",
    );
}

/** The tables that Citus knows, distributed or not. */
async function placedTables({ db }: AppDatabase): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
  `.execute(db);
  return new Set(rows.map((row) => row.name));
}

/** Quotes the name of a table: names have capital letters, or are words of PostgreSQL. */
function name(table: string): string {
  return `"${table}"`;
}
