import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import type { AnyRow, TableName } from '#src/tables/tables.ts';
import type { Reach } from './reach.ts';

/**
 * The rows that are there (see isThere) and that a token reaches. Labels belong to no collection: every token reads them,
 * since tasks name them by id. Filters, settings, dismissals and proposals are for tokens of all collections.
 */
export async function reachedRows(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  reach: Reach,
  table: TableName,
  rows: readonly AnyRow[],
): Promise<readonly AnyRow[]> {
  if (rows.length === 0) return rows;
  switch (table) {
    case 'collection':
      return rows.filter(({ id }) => reach.has(id));
    case 'section': {
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
    }
    case 'reminder': {
      const ids = [...new Set(rows.map((row) => String(row['taskId'])))];
      const tasks = await readTasks(tx, spaceId, ids, ['id']);
      return rows.filter((row) => {
        const task = tasks.get(String(row['taskId']));
        return task !== undefined && reach.has(task.collectionId);
      });
    }
    case 'label':
      return rows;
    case 'task': {
      const tasks = await readTasks(
        tx,
        spaceId,
        rows.map(({ id }) => id),
        ['id'],
      );
      return rows.filter(({ id }) => {
        const task = tasks.get(id);
        return task !== undefined && reach.has(task.collectionId);
      });
    }
    case 'filter':
    case 'setting':
    case 'dismissal':
    case 'proposal':
      return reach.isAll ? rows : [];
  }
}
