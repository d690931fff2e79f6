import type { Transaction } from 'kysely';
import {
  alarmsOf,
  nextBrief,
  type Alarm,
  type RemindedTask,
  type Reminder,
} from '#src/domain/remind/alarms.ts';
import {
  ALARM_SETTINGS,
  reminderSettings,
  type ReminderSettings,
} from '#src/domain/remind/reminder-settings.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import type { Database } from '#src/server/db/tables.ts';
import type { Written } from '#src/sync/server/push.ts';
import { rowOf, selectionOf } from '#src/sync/server/rows.ts';

/** What reaches the server later than this after it was due, as a device was away, reminds of nothing any more. */
const STALE_MS = 86_400_000;

/** Values in one statement: far below SQLite's limit of 32,766. */
const SLICE = 1_000;

/** The columns of a task by which it is reckoned when to remind of it. */
const ALARM_COLUMNS = ['date', 'time', 'zone', 'completedAt', 'deletedAt', 'parentId'] as const;

/** What is read of tasks, which may be all there are: not what may be long. */
const TASK_SELECTION = selectionOf(['id', 'updatedAt', ...ALARM_COLUMNS] satisfies (keyof RemindedTask)[]);

type Tx = Transaction<Database>;

interface Kept {
  /** When the first of the new alarms is due, ms since 1970 UTC; null where there is none. */
  readonly due: number | null;
  /** How many rows were read. */
  readonly rows: number;
}

/**
 * Brings a user's alarms after what a push wrote, in its transaction (rule N2): those of the tasks that it changed, or of all tasks where it
 * changed a setting that all go by.
 */
export async function keepAlarms(tx: Tx, userId: string, written: Written, now: number): Promise<Kept> {
  const taskIds = changedTasks(written);
  const ofAll = settingsIn(written).some(({ id }) => ALARM_SETTINGS.has(id));
  if (taskIds.length === 0 && !ofAll) return { due: null, rows: 0 };
  const settings = await readSettings(tx, userId);
  const { tasks, reminders } = await readTasks(tx, userId, ofAll ? null : taskIds);
  const byTask = Map.groupBy(reminders, ({ taskId }) => taskId);
  const wanted = tasks.flatMap((task) => alarmsOf(task, byTask.get(task.id) ?? [], settings));
  const brief = ofAll ? nextBrief(settings, now) : null;
  if (brief) wanted.push(brief);
  // Another zone or default is no reason to be reminded of what is over.
  const isWanted = ({ dueAt, since }: Alarm) =>
    dueAt > now || (!ofAll && dueAt >= since && dueAt > now - STALE_MS);
  const known = await readAlarms(tx, userId, ofAll ? null : taskIds);
  const ids = new Set(wanted.map(({ id }) => id));
  // A brief that is due and was not sent yet still comes: the next one is that of another day.
  const isDueBrief = (row: { task_id: string | null; due_at: number }) =>
    brief !== null && row.task_id === null && row.due_at <= now;
  // What was begun is ended by whoever sends it, who looks at the task again.
  await deleteAlarms(
    tx,
    userId,
    known.filter(
      (row) =>
        row.state === 'waiting' &&
        row.tries === '[]' &&
        row.lease_until <= now &&
        !ids.has(row.id) &&
        !isDueBrief(row),
    ),
    now,
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const added = wanted.filter((alarm) => isWanted(alarm) && !knownIds.has(alarm.id));
  await addAlarms(tx, userId, added);
  return {
    due: added.reduce<number | null>((first, { dueAt }) => Math.min(first ?? dueAt, dueAt), null),
    rows: tasks.length + reminders.length + known.length,
  };
}

/** The ids of tasks of which the alarms may be others than they were. */
function changedTasks({ before, rows, count }: Written): string[] {
  const ids = new Set<string>();
  const hasReminders = count('reminder') > 0;
  for (const task of rows['task'] ?? []) {
    const old = before.task.get(task.id);
    const isChanged = ALARM_COLUMNS.some((column) => (old?.[column] ?? null) !== task[column]);
    // Without a time it has none but at an instant, by a reminder.
    const canHave = task.time !== null || (old?.time ?? null) !== null || (hasReminders && old !== undefined);
    if (isChanged && canHave) ids.add(task.id);
  }
  for (const { taskId } of rows['reminder'] ?? []) ids.add(taskId);
  return [...ids];
}

function settingsIn({ rows }: Written): readonly Rows['setting'][] {
  return rows['setting'] ?? [];
}

export async function readSettings(tx: Tx, userId: string): Promise<ReminderSettings> {
  const rows = await tx.selectFrom('setting').select(['id', 'value']).where('user_id', '=', userId).execute();
  const values = new Map(rows.map(({ id, value }) => [id, value]));
  return reminderSettings((name) => values.get(name));
}

/** The tasks with these ids that are not deleted, and their reminders; null for all that may have alarms. */
async function readTasks(
  tx: Tx,
  userId: string,
  ids: readonly string[] | null,
): Promise<{ tasks: readonly RemindedTask[]; reminders: readonly Reminder[] }> {
  const reminderRows = () =>
    tx
      .selectFrom('reminder')
      .select(rowOf('reminder'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null);
  const taskRows = () =>
    tx
      .selectFrom('task')
      .select(TASK_SELECTION)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null);
  if (ids !== null) {
    const tasks = await inStatements(ids, (some) => taskRows().where('id', 'in', some).execute());
    const reminders = await inStatements(ids, (some) =>
      reminderRows().where('task_id', 'in', some).execute(),
    );
    return { tasks: tasks as unknown as RemindedTask[], reminders: reminders as unknown as Reminder[] };
  }
  const reminders = (await reminderRows().execute()) as unknown as Reminder[];
  const timed = (await taskRows()
    .where('time', 'is not', null)
    // Completed ones have none (see alarmsOf).
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('parent_id', 'is not', null)]))
    .execute()) as unknown as RemindedTask[];
  const there = new Set(timed.map(({ id }) => id));
  const others = [...new Set(reminders.map(({ taskId }) => taskId))].filter((id) => !there.has(id));
  const untimed = await inStatements(others, (some) => taskRows().where('id', 'in', some).execute());
  return { tasks: [...timed, ...(untimed as unknown as RemindedTask[])], reminders };
}

async function readAlarms(tx: Tx, userId: string, taskIds: readonly string[] | null) {
  const rows = () =>
    tx
      .selectFrom('alarm')
      .select(['id', 'task_id', 'due_at', 'state', 'tries', 'lease_until'])
      .where('user_id', '=', userId);
  if (taskIds === null) return rows().execute();
  return inStatements(taskIds, (some) => rows().where('task_id', 'in', some).execute());
}

/** A server may have claimed some since they were read: those stay. */
async function deleteAlarms(
  tx: Tx,
  userId: string,
  rows: readonly { readonly id: string }[],
  now: number,
): Promise<void> {
  await inStatements(rows, async (some) => {
    const ids = some.map(({ id }) => id);
    await tx
      .deleteFrom('alarm')
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .where('lease_until', '<=', now)
      .where('tries', '=', '[]')
      .execute();
    return [];
  });
}

export async function addAlarms(tx: Tx, userId: string, alarms: readonly Alarm[]): Promise<void> {
  await inStatements(alarms, async (some) => {
    const rows = some.map(({ id, taskId, dueAt }) => ({
      user_id: userId,
      id,
      task_id: taskId,
      due_at: dueAt,
      wake_at: dueAt,
      lease_until: 0,
      state: 'waiting' as const,
      tries: '[]',
    }));
    await tx
      .insertInto('alarm')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .execute();
    return [];
  });
}

/** Runs a statement for each SLICE of the items, one after the other; resolves to the rows of all. */
async function inStatements<Item, Row>(
  items: readonly Item[],
  find: (some: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += SLICE)
    rows.push(...(await find(items.slice(start, start + SLICE))));
  return rows;
}
