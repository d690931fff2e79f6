import type { Transaction } from 'kysely';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { archivedAmong } from '#src/tables/collection/collection-tree.ts';
import type { AnyRow, Rows, TableName } from '#src/tables/tables.ts';
import { ancestorsOf, MOST_ABOVE, isThere, type FindRow } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { placedTask, type Task } from '#src/tables/task/task.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf, selectionOf } from '#src/sync/server/rows.ts';

type Tx = Transaction<Database>;

/** The columns that place a task, and tell if it is open there. */
const STANDING = [
  'id',
  'parentId',
  'collectionId',
  'sectionId',
  'cycleAt',
  'doneIn',
  'completedAt',
  'deletedAt',
] as const satisfies readonly (keyof Task)[];

type Standing = Pick<Task, (typeof STANDING)[number]>;

/** The number of tasks that one statement reads. */
const READ_AT_ONCE = 1_000;

/**
 * A task as its user sees it, with the columns that the caller asked for. A sub-task has the collection and
 * the section of its topmost parent, and opens again with each new time of a repeating parent (rule R4).
 */
export type UserTask<C extends keyof Task> = Pick<Task, C> &
  Standing & {
    /** Neither completed nor below a completed task. */
    readonly isOpen: boolean;
    /** In an archived collection, or in one below it: only the page of the collection shows it (rule T8). */
    readonly isArchived: boolean;
    /** The tasks above it, the nearest first. */
    readonly above: readonly (Pick<Task, C> & Standing)[];
  };

/** The tasks with these ids, by id. Deleted tasks, tasks that went with another row, and other users' tasks are missing. */
export async function readTasks<C extends keyof Task>(
  tx: Tx,
  spaceId: SpaceId,
  ids: readonly string[],
  columns: readonly C[],
): Promise<ReadonlyMap<string, UserTask<C>>> {
  const rows = await readWithAbove(tx, spaceId, ids, [...new Set<keyof Task>([...STANDING, ...columns])]);
  const archived = archivedAmong([...rows.collection.values()]);
  const find: FindRow = (table, id) =>
    (rows as { readonly [T in TableName]?: ReadonlyMap<string, AnyRow> })[table]?.get(id);
  const tasks = new Map<string, UserTask<C>>();
  for (const id of ids) {
    const task = rows.task.get(id) as (Standing & Pick<Task, C>) | undefined;
    if (!task || !isThere('task', task, find)) continue;
    const { isBelowCompleted = false, ...placed } = placedTask(task, find);
    const isOpen = placed.completedAt === null && !isBelowCompleted;
    const above = ancestorsOf('task', task, find);
    const isArchived = archived.has(placed.collectionId);
    tasks.set(id, { ...placed, isOpen, isArchived, above } as unknown as UserTask<C>);
  }
  return tasks;
}

/**
 * The open tasks planned for the day or an earlier day, in no order. Tasks in archived collections are left
 * out.
 */
export async function readDueTasks<C extends keyof Task>(
  tx: Tx,
  spaceId: SpaceId,
  day: CalendarDay,
  columns: readonly C[],
): Promise<readonly UserTask<C>[]> {
  const candidates = await tx
    .selectFrom('task')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('date', '<=', day)
    .where('deleted_at', 'is', null)
    // A completed task is done, but a sub-task of a repeating one may be open again.
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('parent_id', 'is not', null)]))
    .execute();
  const ids = candidates.map(({ id }) => id);
  const tasks = await readTasks(tx, spaceId, ids, columns);
  return [...tasks.values()].filter(({ isOpen, isArchived }) => isOpen && !isArchived);
}

interface Found {
  readonly task: Map<string, Standing>;
  readonly collection: Map<string, Rows['collection']>;
}

/** The tasks with all of their parents, and their collections with theirs. */
async function readWithAbove(
  tx: Tx,
  spaceId: SpaceId,
  taskIds: readonly string[],
  columns: readonly (keyof Task)[],
): Promise<Found> {
  const found: Found = { task: new Map(), collection: new Map() };
  const selections = { task: selectionOf(columns), collection: rowOf('collection') };
  const readAll = async (table: 'task' | 'collection', ids: readonly (string | null)[]) => {
    let wanted = ids;
    for (let level = 0; level < MOST_ABOVE; level++) {
      const missing = [...new Set(wanted)].filter((id) => id !== null && !found[table].has(id)) as string[];
      if (missing.length === 0) return;
      const rows = await tx
        .selectFrom(table)
        .select(selections[table])
        .where('space_id', '=', spaceId)
        .where('id', 'in', missing)
        .execute();
      const read = rows as unknown as (Standing & Rows['collection'])[];
      for (const row of read) found[table].set(row.id, row);
      wanted = read.map(({ parentId }) => parentId);
    }
  };
  for (let start = 0; start < taskIds.length; start += READ_AT_ONCE)
    await readAll('task', taskIds.slice(start, start + READ_AT_ONCE));
  await readAll(
    'collection',
    [...found.task.values()].map(({ collectionId }) => collectionId),
  );
  return found;
}
