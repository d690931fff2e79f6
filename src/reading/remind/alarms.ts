import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { idWithin } from '#src/domain/repeat/occurrence-id.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { ReminderSettings } from './reminder-settings.ts';

export type Reminder = Rows['reminder'];

/** One moment when a user is to be reminded. */
export interface Alarm {
  /** Always the same for the same alarm. It is the tag of the notification, so that each is shown once. */
  readonly id: string;
  /** Null for the daily brief. */
  readonly taskId: string | null;
  /** ms since 1970 UTC. */
  readonly dueAt: number;
  /**
   * The moment when the alarm was set, by the clocks of the devices. An alarm that was due before it is not
   * sent.
   */
  readonly since: number;
}

const MINUTE_MS = 60_000;

/** The base for the ids of briefs. No row has it. */
const BRIEFS = '00000000-0000-7000-8000-000000000000';

type Timed = Pick<Task, 'date' | 'time' | 'zone'>;

/** The columns of a task that decide its alarms. */
export type RemindedTask = Timed & Pick<Task, 'id' | 'parentId' | 'updatedAt' | 'completedAt' | 'deletedAt'>;

/**
 * The instant of a task's time, ms since 1970 UTC: in the zone of the task, else in the zone of the user
 * (rule R7). Null for a task without a time, and for an unknown zone.
 */
export function timeOfTask({ date, time, zone }: Timed, userZone: string | null): number | null {
  if (date === null || time === null) return null;
  const own = zone === null ? null : instantOf({ date, time }, zone);
  return own ?? (userZone === null ? null : instantOf({ date, time }, userZone));
}

/**
 * The alarms of a task in order, past ones too (rule N1), from its `reminders`. A completed or deleted task
 * has none. A completed sub-task may be open again when its time comes; the sender checks that.
 */
export function alarmsOf(
  task: RemindedTask,
  reminders: readonly Reminder[],
  { zone, remindBefore }: Pick<ReminderSettings, 'zone' | 'remindBefore'>,
): Alarm[] {
  if (task.deletedAt !== null || (task.completedAt !== null && task.parentId === null)) return [];
  const kept = reminders.filter(({ deletedAt }) => deletedAt === null);
  const time = timeOfTask(task, zone);
  const since = new Map<number, number>();
  const add = (dueAt: number, from: number) => since.set(dueAt, Math.min(since.get(dueAt) ?? Infinity, from));
  const before = defaultBefore(kept, remindBefore);
  if (before !== null && time !== null) add(time - before * MINUTE_MS, task.updatedAt);
  for (const { remindAt, minutesBefore, createdAt } of kept) {
    if (remindAt !== null) add(remindAt, createdAt);
    else if (time !== null) add(time - (minutesBefore ?? 0) * MINUTE_MS, Math.max(createdAt, task.updatedAt));
  }
  return [...since]
    .toSorted(([a], [b]) => a - b)
    .map(([dueAt, from]) => ({ id: alarmIdOf(task.id, dueAt), taskId: task.id, dueAt, since: from }));
}

/**
 * The default number of minutes to remind before a task's time. Null for a task with a reminder of its own,
 * snoozes not counted.
 */
export function defaultBefore(
  reminders: readonly Pick<Reminder, 'snoozes'>[],
  remindBefore: number | null,
): number | null {
  return reminders.every(({ snoozes }) => snoozes !== null) ? remindBefore : null;
}

export function alarmIdOf(taskId: string, dueAt: number): string {
  return idWithin(taskId, `alarm ${dueAt}`);
}

/**
 * The first daily brief after `now`, ms since 1970 UTC. Null for a user without a daily brief or without a
 * known zone.
 */
export function nextBrief(
  { zone, dailyBrief }: Pick<ReminderSettings, 'zone' | 'dailyBrief'>,
  now: number,
): Alarm | null {
  const today = zone === null ? null : localTimeAt(now, zone)?.date;
  if (zone === null || dailyBrief === null || !today) return null;
  for (let day: CalendarDay = today, n = 0; n < 3; n++, day = addDays(day, 1)) {
    const dueAt = instantOf({ date: day, time: dailyBrief }, zone);
    if (dueAt !== null && dueAt > now)
      return { id: alarmIdOf(BRIEFS, dueAt), taskId: null, dueAt, since: now };
  }
  return null;
}
