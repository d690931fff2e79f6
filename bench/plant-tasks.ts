import { sql, type Transaction } from 'kysely';
import { newId } from '#src/domain/id.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { ROW_BYTES } from '#src/sync/server/stored-bytes.ts';

/** The one collection of each planted user. */
export const COLLECTION = '01900000-0000-7000-8000-000000000001';

const COLLECTION_NAME = 'Bench';
const TASK_NAME = 'Water the plants';

/**
 * Planting touches pages all over the file; with a small cache SQLite would write them out and read them
 * again at each step.
 */
const CACHE_KB = 4_000_000;
const ROWS_PER_INSERT = 1_000;

/**
 * Gives each of these new users a collection and a task for each of `taskIds`, in the state that single
 * pushes leave: a version and an outcome each, with the rows of all users mixed. Afterwards the database is
 * as after its housekeeping, without anything to write back.
 */
export async function plantTasks(
  where: DatabaseOptions,
  userIds: readonly string[],
  taskIds: readonly string[],
): Promise<void> {
  // A separate connection, so that its large cache goes with it. It has none of a server's limits, as
  // millions of rows take minutes.
  const database = openDatabase({ ...where, limits: null });
  const { db, engine } = database;
  if (engine === 'sqlite') await sql`PRAGMA cache_size = ${sql.lit(-CACHE_KB)}`.execute(db);
  await database.transact((tx) => insertAll(tx, userIds, taskIds));
  if (engine === 'sqlite') {
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  } else {
    await sql`VACUUM ANALYZE`.execute(db);
    await sql`CHECKPOINT`.execute(db);
  }
  await database.close();
}

async function insertAll(
  tx: Transaction<Database>,
  userIds: readonly string[],
  taskIds: readonly string[],
): Promise<void> {
  await sql`create temporary table planted_user (space_id text)`.execute(tx);
  await sql`create temporary table planted_task (n integer, id text, mutation_id text)`.execute(tx);
  for (const some of slices(userIds)) {
    const rows = some.map((id) => sql`(${id})`);
    await sql`insert into planted_user values ${sql.join(rows)}`.execute(tx);
  }
  const numbered = taskIds.map((id, n) => ({ n, id, mutationId: newId() }));
  for (const some of slices(numbered)) {
    const rows = some.map(({ n, id, mutationId }) => sql`(${sql.lit(n)}, ${id}, ${mutationId})`);
    await sql`insert into planted_task values ${sql.join(rows)}`.execute(tx);
  }
  const at = sql.lit(Date.now() - taskIds.length * 1_000);
  const collection = sql.lit(COLLECTION);
  const counts = sql.lit(JSON.stringify({ collection: 1, task: taskIds.length }));
  const storedBytes = ROW_BYTES + COLLECTION_NAME.length + taskIds.length * (ROW_BYTES + TASK_NAME.length);
  await sql`insert into space (space_id, version, live_counts, stored_bytes)
    select space_id, ${sql.lit(taskIds.length + 1)}, ${counts}, ${sql.lit(storedBytes)}
    from planted_user`.execute(tx);
  await sql`insert into collection (space_id, id, name, color, position, created_at, version)
    select space_id, ${collection}, ${sql.lit(COLLECTION_NAME)}, '#FFCC33', ${at}, ${at}, 1 from planted_user`.execute(
    tx,
  );
  await sql`insert into mutation (space_id, mutation_id, version, created_at)
    select space_id, ${sql.lit(newId())}, 1, ${at} from planted_user`.execute(tx);
  await sql`insert into task
      (space_id, id, name, description, date, collection_id, created_at, updated_at, version)
    select space_id, id, ${sql.lit(TASK_NAME)}, '', '2026-01-01', ${collection}, ${at} + n, ${at} + n, n + 2
    from planted_task cross join planted_user order by n`.execute(tx);
  await sql`insert into mutation (space_id, mutation_id, version, created_at)
    select space_id, mutation_id, n + 2, ${at} + n
    from planted_task cross join planted_user order by n`.execute(tx);
  await sql`drop table planted_user`.execute(tx);
  await sql`drop table planted_task`.execute(tx);
}

function* slices<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += ROWS_PER_INSERT) yield rows.slice(i, i + ROWS_PER_INSERT);
}
