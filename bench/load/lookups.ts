import { sql } from 'kysely';
import type { AppDatabase } from '#src/server/db/database.ts';

/** The reads of a push. */
export interface Lookups {
  /**
   * The pages of tables and indexes that a push touches, in memory or on the disk. PostgreSQL counts them,
   * SQLite does not.
   */
  readonly pagesPerPush: number | null;
  /** The lookups in indexes per push, as PostgreSQL counts them. */
  readonly indexScansPerPush: number | null;
  /** The reads of whole tables per push, as PostgreSQL counts them. */
  readonly tableScansPerPush: number | null;
  /** The number of pages from the root of the task key's index to a leaf. */
  readonly depth: number;
}

interface Counts {
  readonly pages: number;
  readonly indexScans: number;
  readonly tableScans: number;
}

/** `run` makes pushes, and returns their number. */
export async function readLookups(database: AppDatabase, run: () => Promise<number>): Promise<Lookups> {
  if (database.engine === 'sqlite') {
    await run();
    const depth = await sqliteDepth(database);
    return { pagesPerPush: null, indexScansPerPush: null, tableScansPerPush: null, depth };
  }
  const before = await postgresCounts(database);
  const pushes = await run();
  const after = await postgresCounts(database);
  return {
    pagesPerPush: (after.pages - before.pages) / pushes,
    indexScansPerPush: (after.indexScans - before.indexScans) / pushes,
    tableScansPerPush: (after.tableScans - before.tableScans) / pushes,
    depth: await postgresDepth(database),
  };
}

/** Counts lookups in the tables of sync. The one active connection reports its counts first. */
async function postgresCounts({ db }: AppDatabase): Promise<Counts> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ pages: string; indexScans: string; tableScans: string }>`
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) as pages,
      sum(idx_scan) as "indexScans", sum(seq_scan) as "tableScans"
    from pg_statio_user_tables join pg_stat_user_tables using (relid)
    where relid in ('space'::regclass, 'collection'::regclass, 'task'::regclass, 'setting'::regclass, 'dismissal'::regclass, 'mutation'::regclass)`.execute(
    db,
  );
  const [row] = rows;
  return {
    pages: Number(row?.pages),
    indexScans: Number(row?.indexScans),
    tableScans: Number(row?.tableScans),
  };
}

/** PostgreSQL's level is the number of levels above the leaves. */
async function postgresDepth({ db }: AppDatabase): Promise<number> {
  await sql`create extension if not exists pageinspect`.execute(db);
  const { rows } = await sql<{ level: number }>`select level from bt_metap('task_pkey')`.execute(db);
  return Number(rows[0]?.level) + 1;
}

/** The path of a page has four characters for each step from the root: `/`, `/00a/`, `/00a/1f3/`. */
async function sqliteDepth({ db }: AppDatabase): Promise<number> {
  const { rows } = await sql<{ longest: number }>`select max(length(path)) as longest from dbstat
    where name = 'sqlite_autoindex_task_1' and path not like '%+%'`.execute(db);
  return (Number(rows[0]?.longest) - 1) / 4 + 1;
}
