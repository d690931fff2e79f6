import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import type { AnyRow, TableName } from '#src/tables/tables.ts';
import type { Reach } from './reach.ts';

type Rows = readonly AnyRow[];
type Filter = (tx: Transaction<Database>, spaceId: SpaceId, reach: Reach, rows: Rows) => Promise<Rows> | Rows;

/**
 * The rows that a token reaches in the tables that tokens of some collections read. Labels belong to no collection: every
 * token reads them, since tasks name them by id.
 */
const REACHED: Readonly<Partial<Record<TableName, Filter>>> = {
  collection: (_tx, _spaceId, reach, rows) => rows.filter(({ id }) => reach.has(id)),
  section: async (tx, spaceId, reach, rows) => {
    const ids = [...new Set(rows.map((row) => String(row['collectionId'])))].filter((id) => reach.has(id));
    if (ids.length === 0) return [];
    const there = await tx
      .selectFrom('collection')
      .select('id')
      .where('space_id', '=', spaceId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    const known = new Set<unknown>(there.map(({ id }) => id));
    return rows.filter((row) => known.has(row['collectionId']));
  },
  reminder: (tx, spaceId, reach, rows) =>
    ofReachedTasks(tx, spaceId, reach, rows, (row) => String(row['taskId'])),
  label: (_tx, _spaceId, _reach, rows) => rows,
  task: (tx, spaceId, reach, rows) => ofReachedTasks(tx, spaceId, reach, rows, ({ id }) => id),
};

/** The rows that are there (see isThere) and that a token reaches. Rows of other tables are for tokens of all collections. */
export async function reachedRows(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  reach: Reach,
  table: TableName,
  rows: Rows,
): Promise<Rows> {
  if (rows.length === 0) return rows;
  const filter = REACHED[table];
  if (filter) return filter(tx, spaceId, reach, rows);
  return reach.isAll ? rows : [];
}

async function ofReachedTasks(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  reach: Reach,
  rows: Rows,
  taskIdOf: (row: AnyRow) => string,
): Promise<Rows> {
  const tasks = await readTasks(tx, spaceId, [...new Set(rows.map(taskIdOf))], ['id']);
  return rows.filter((row) => {
    const task = tasks.get(taskIdOf(row));
    return task !== undefined && reach.has(task.collectionId);
  });
}
