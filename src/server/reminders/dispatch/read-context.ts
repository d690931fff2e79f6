import type { Transaction } from 'kysely';
import { calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import { archivedAmong } from '#src/domain/collection-tree.ts';
import { alarmsOf, type Reminder } from '#src/domain/remind/alarms.ts';
import type { ReminderSettings } from '#src/domain/remind/reminder-settings.ts';
import type { AnyRow, Rows, TableName } from '#src/domain/schema/index.ts';
import { MOST_ABOVE, isThere, type FindRow } from '#src/domain/schema/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { placedTask, type Task } from '#src/domain/task.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { rowOf, selectionOf } from '#src/sync/server/rows.ts';

type Tx = Transaction<Database>;

/** What of a task whoever reminds of it has to know: where it stands, when it is due, and its name. Descriptions may be long. */
const TASK_COLUMNS = [
  'id',
  'name',
  'date',
  'time',
  'zone',
  'repeat',
  'repeatDue',
  'parentId',
  'collectionId',
  'sectionId',
  'cycleAt',
  'doneIn',
  'updatedAt',
  'completedAt',
  'deletedAt',
] as const satisfies readonly (keyof Task)[];

type DueTask = Pick<Task, (typeof TASK_COLUMNS)[number]>;

const SELECTIONS = { task: selectionOf(TASK_COLUMNS), collection: rowOf('collection') };

/** What of a user whoever sends their reminders has to know, as it is now. */
export interface Context {
  readonly settings: ReminderSettings;
  /** The task of an alarm, if that is still to come: the task is there, open, not archived, and due at that very time (rule N2). */
  readonly taskFor: (alarm: { readonly id: string; readonly task_id: string | null }) => DueTask | null;
}

export async function readContext(tx: Tx, spaceId: SpaceId, taskIds: readonly string[]): Promise<Context> {
  const settings = await readSettings(tx, spaceId);
  const rows = await readWithAbove(tx, spaceId, taskIds);
  const reminders =
    taskIds.length === 0
      ? []
      : ((await tx
          .selectFrom('reminder')
          .select(rowOf('reminder'))
          .where('space_id', '=', spaceId)
          .where('task_id', 'in', taskIds)
          .where('deleted_at', 'is', null)
          .execute()) as unknown as Reminder[]);
  const byTask = Map.groupBy(reminders, ({ taskId }) => taskId);
  const archived = archivedAmong([...rows.collection.values()]);
  const find: FindRow = (table, id) =>
    (rows as { readonly [T in TableName]?: ReadonlyMap<string, AnyRow> })[table]?.get(id);
  const taskFor: Context['taskFor'] = ({ id, task_id }) => {
    const task = rows.task.get(task_id ?? '');
    if (!task || !isThere('task', task, find)) return null;
    const placed = placedTask(task, find);
    if (placed.completedAt !== null || placed.isBelowCompleted || archived.has(placed.collectionId))
      return null;
    return alarmsOf(task, byTask.get(task.id) ?? [], settings).some((alarm) => alarm.id === id) ? task : null;
  };
  return { settings, taskFor };
}

interface Found {
  readonly task: Map<string, DueTask>;
  readonly collection: Map<string, Rows['collection']>;
}

/** The tasks with all that stand above them, and their collections. */
async function readWithAbove(tx: Tx, spaceId: SpaceId, taskIds: readonly string[]): Promise<Found> {
  const found: Found = { task: new Map(), collection: new Map() };
  const readAll = async (table: 'task' | 'collection', ids: readonly (string | null)[]) => {
    let wanted = ids;
    for (let level = 0; level < MOST_ABOVE; level++) {
      const missing = [...new Set(wanted)].filter((id) => id !== null && !found[table].has(id)) as string[];
      if (missing.length === 0) return;
      const rows = await tx
        .selectFrom(table)
        .select(SELECTIONS[table])
        .where('space_id', '=', spaceId)
        .where('id', 'in', missing)
        .execute();
      const read = rows as unknown as (DueTask & Rows['collection'])[];
      for (const row of read) found[table].set(row.id, row);
      wanted = read.map(({ parentId }) => parentId);
    }
  };
  await readAll('task', taskIds);
  await readAll(
    'collection',
    [...found.task.values()].map(({ collectionId }) => collectionId),
  );
  return found;
}

/** The open tasks planned for the user's day, in its order of time, and how many are from before. */
export async function readDue(
  tx: Tx,
  spaceId: SpaceId,
  zone: string,
  now: number,
): Promise<{ readonly today: readonly DueTask[]; readonly overdue: number }> {
  const day = calendarDayAt(now, zone);
  const candidates = await tx
    .selectFrom('task')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('date', '<=', day)
    .where('deleted_at', 'is', null)
    // A completed task is over, but a sub-task of one that repeats may be open again.
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('parent_id', 'is not', null)]))
    .execute();
  const ids = candidates.map(({ id }) => id);
  const rows: Found = { task: new Map(), collection: new Map() };
  for (let start = 0; start < ids.length; start += 1_000) {
    const some = await readWithAbove(tx, spaceId, ids.slice(start, start + 1_000));
    for (const [id, task] of some.task) rows.task.set(id, task);
    for (const [id, collection] of some.collection) rows.collection.set(id, collection);
  }
  const archived = archivedAmong([...rows.collection.values()]);
  const find: FindRow = (table, id) =>
    (rows as { readonly [T in TableName]?: ReadonlyMap<string, AnyRow> })[table]?.get(id);
  const open = ids.flatMap((id) => {
    const task = rows.task.get(id);
    if (!task || !isThere('task', task, find)) return [];
    const placed = placedTask(task, find);
    const isOpen = placed.completedAt === null && !placed.isBelowCompleted;
    return isOpen && !archived.has(placed.collectionId) ? [task] : [];
  });
  const isToday = ({ date }: { readonly date: CalendarDay | null }) => date === day;
  return {
    today: open.filter(isToday).toSorted((a, b) => ((a.time ?? '~') < (b.time ?? '~') ? -1 : 1)),
    overdue: open.filter((task) => !isToday(task)).length,
  };
}
