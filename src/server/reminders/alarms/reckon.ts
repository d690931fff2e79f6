import type { Transaction } from 'kysely';
import { alarmsOf, type Alarm, type RemindedTask, type Reminder } from '#src/reading/remind/alarms.ts';
import type { ReminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf, selectionOf } from '#src/sync/server/rows.ts';

type Tx = Transaction<Database>;

/** The columns of a task that its alarms depend on. */
export const ALARM_COLUMNS = ['date', 'time', 'zone', 'completedAt', 'deletedAt', 'parentId'] as const;

/** The columns read of a task. Descriptions may be long, and no alarm needs them. */
const TASK_SELECTION = selectionOf(['id', 'updatedAt', ...ALARM_COLUMNS] satisfies (keyof RemindedTask)[]);

/** Values in one statement: far below SQLite's limit of 32,766. */
const AT_ONCE = 1_000;

/**
 * Tasks in one transaction when a whole space is reckoned. It takes about 8 ms, and other users may have to
 * wait for it.
 */
export const SLICE_TASKS = 200;

export interface Reckoned {
  /** The due time of the first new alarm, ms since 1970 UTC. Null without one. */
  readonly due: number | null;
  /** The number of rows read. */
  readonly rows: number;
}

/**
 * Reckons the alarms of these tasks anew, under the space's row lock. It adds the new alarms that `isWanted`
 * accepts.
 */
export async function reckonTasks(
  tx: Tx,
  spaceId: SpaceId,
  taskIds: readonly string[],
  settings: ReminderSettings,
  now: number,
  isWanted: (alarm: Alarm) => boolean,
): Promise<Reckoned> {
  const tasks = await inStatements(taskIds, (some) =>
    taskRows(tx, spaceId).where('id', 'in', some).execute(),
  );
  return keepOf(tx, spaceId, tasks as unknown as RemindedTask[], taskIds, settings, now, isWanted);
}

/**
 * Reckons the alarms of a space's next tasks after `after`, in the order of their ids. `last` is null when no
 * task is left. A setting changed at `since` adds no alarms that were due before.
 */
export async function reckonSlice(
  tx: Tx,
  spaceId: SpaceId,
  after: string,
  settings: ReminderSettings,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<Reckoned & { readonly last: string | null }> {
  const tasks = (await taskRows(tx, spaceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE_TASKS)
    .execute()) as unknown as RemindedTask[];
  const ids = tasks.map(({ id }) => id);
  const reckoned = await keepOf(tx, spaceId, tasks, ids, settings, now, ({ dueAt }) => dueAt > since);
  return { ...reckoned, last: tasks.length < SLICE_TASKS ? null : (ids.at(-1) ?? null) };
}

async function keepOf(
  tx: Tx,
  spaceId: SpaceId,
  tasks: readonly RemindedTask[],
  taskIds: readonly string[],
  settings: ReminderSettings,
  now: number,
  isWanted: (alarm: Alarm) => boolean,
): Promise<Reckoned> {
  const reminders = (await inStatements(taskIds, (some) =>
    tx
      .selectFrom('reminder')
      .select(rowOf('reminder'))
      .where('space_id', '=', spaceId)
      .where('task_id', 'in', some)
      .where('deleted_at', 'is', null)
      .execute(),
  )) as unknown as Reminder[];
  const byTask = Map.groupBy(reminders, ({ taskId }) => taskId);
  const wanted = tasks.flatMap((task) => alarmsOf(task, byTask.get(task.id) ?? [], settings));
  const known = await inStatements(taskIds, (some) =>
    tx
      .selectFrom('alarm')
      .select(['id', 'state', 'tries', 'lease_until'])
      .where('space_id', '=', spaceId)
      .where('task_id', 'in', some)
      .execute(),
  );
  const ids = new Set(wanted.map(({ id }) => id));
  await deleteAlarms(
    tx,
    spaceId,
    known.filter((row) => !ids.has(row.id) && isUntouched(row, now)).map(({ id }) => id),
    now,
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const added = wanted.filter((alarm) => isWanted(alarm) && !knownIds.has(alarm.id));
  await addAlarms(tx, spaceId, added);
  return { due: firstDue(added), rows: tasks.length + reminders.length + known.length };
}

/** True until a server begins to send the alarm. That server then settles it, and looks at the task again. */
export function isUntouched(
  row: { readonly state: string; readonly tries: string; readonly lease_until: number },
  now: number,
): boolean {
  return row.state === 'waiting' && row.tries === '[]' && row.lease_until <= now;
}

/** Deletes alarms, except those that a server has claimed since they were read. */
export async function deleteAlarms(
  tx: Tx,
  spaceId: SpaceId,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await inStatements(ids, async (some) => {
    await tx
      .deleteFrom('alarm')
      .where('space_id', '=', spaceId)
      .where('id', 'in', some)
      .where('lease_until', '<=', now)
      .where('tries', '=', '[]')
      .execute();
    return [];
  });
}

export async function addAlarms(tx: Tx, spaceId: SpaceId, alarms: readonly Alarm[]): Promise<void> {
  await inStatements(alarms, async (some) => {
    await tx
      .insertInto('alarm')
      .values(some.map(({ id, taskId, dueAt }) => waitingRow(spaceId, id, taskId, dueAt, dueAt)))
      .onConflict((conflict) => conflict.columns(['space_id', 'id']).doNothing())
      .execute();
    return [];
  });
}

/** A row of `alarm` that no server has claimed. */
export function waitingRow(
  spaceId: SpaceId,
  id: string,
  taskId: string | null,
  dueAt: number,
  wakeAt: number,
) {
  return {
    space_id: spaceId,
    id,
    task_id: taskId,
    due_at: dueAt,
    wake_at: wakeAt,
    lease_until: 0,
    state: 'waiting' as const,
    tries: '[]',
  };
}

export function firstDue(alarms: readonly Alarm[]): number | null {
  return alarms.reduce<number | null>((first, { dueAt }) => Math.min(first ?? dueAt, dueAt), null);
}

function taskRows(tx: Tx, spaceId: SpaceId) {
  return tx.selectFrom('task').select(TASK_SELECTION).where('space_id', '=', spaceId);
}

/** Runs a statement for each AT_ONCE of the items, one after the other. Resolves to all their rows. */
async function inStatements<Item, Row>(
  items: readonly Item[],
  find: (some: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    rows.push(...(await find(items.slice(start, start + AT_ONCE))));
  return rows;
}
