import type { Transaction } from 'kysely';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { alarmsOf, type Reminder } from '#src/reading/remind/alarms.ts';
import type { ReminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Task } from '#src/tables/task/task.ts';
import { timeAbove, type TimeAbove } from '#src/tables/task/time-above.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { readDueTasks, readTasks, type UserTask } from '#src/server/rows/user-tasks.ts';
import { rowOf } from '#src/sync/server/rows.ts';

type Tx = Transaction<Database>;

/** The columns that a reminder needs: the due time of the task, and its name. Descriptions may be long. */
const TASK_COLUMNS = [
  'name',
  'date',
  'time',
  'zone',
  'repeat',
  'repeatDue',
  'updatedAt',
] as const satisfies readonly (keyof Task)[];

type DueTask = UserTask<(typeof TASK_COLUMNS)[number]>;

interface RemindedTask extends DueTask {
  /** The time of a repeating task above it to which a completion now belongs (rule R4). */
  readonly timeAbove: TimeAbove | null;
}

/** The settings and tasks that a user's reminders need, as they are now. */
export interface Context {
  readonly settings: ReminderSettings;
  /**
   * The task of an alarm that still holds: the task is there, open, not archived, and due at that very time
   * (rule N2).
   */
  readonly taskFor: (alarm: { readonly id: string; readonly task_id: string | null }) => RemindedTask | null;
}

export async function readContext(tx: Tx, spaceId: SpaceId, taskIds: readonly string[]): Promise<Context> {
  const settings = await readSettings(tx, spaceId);
  const tasks = await readTasks(tx, spaceId, taskIds, TASK_COLUMNS);
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
  const taskFor: Context['taskFor'] = ({ id, task_id }) => {
    const task = tasks.get(task_id ?? '');
    if (!task?.isOpen || task.isArchived) return null;
    const isDue = alarmsOf(task, byTask.get(task.id) ?? [], settings).some((alarm) => alarm.id === id);
    return isDue ? { ...task, timeAbove: timeAbove(task.above) } : null;
  };
  return { settings, taskFor };
}

/** The open tasks planned for the user's day, in order of time, and the number of overdue tasks. */
export async function readDue(
  tx: Tx,
  spaceId: SpaceId,
  zone: string,
  now: number,
): Promise<{ readonly today: readonly DueTask[]; readonly overdue: number }> {
  const day = calendarDayAt(now, zone);
  const due = await readDueTasks(tx, spaceId, day, TASK_COLUMNS);
  const today = due.filter(({ date }) => date === day);
  return {
    today: today.toSorted((a, b) => ((a.time ?? '~') < (b.time ?? '~') ? -1 : 1)),
    overdue: due.length - today.length,
  };
}
