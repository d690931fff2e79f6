import { addDays, type CalendarDay } from '#src/domain/calendar-day.ts';
import { idWithin } from '#src/domain/repeat/occurrence-id.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import type { Task } from '#src/domain/task.ts';
import type { ReminderSettings } from './reminder-settings.ts';

export type Reminder = Rows['reminder'];

/** One time at which a user is to be reminded. */
export interface Alarm {
  /** The same wherever and however often it is reckoned: it is the tag of the notification, so that each is shown once. */
  readonly id: string;
  /** Null for the daily brief. */
  readonly taskId: string | null;
  /** ms since 1970 UTC. */
  readonly dueAt: number;
  /** When it was first wanted, as devices say: what was due before was never to be. */
  readonly since: number;
}

const MINUTE_MS = 60_000;

/** The ids of briefs follow from this one: it is no row's. */
const BRIEFS = '00000000-0000-7000-8000-000000000000';

type Timed = Pick<Task, 'date' | 'time' | 'zone'>;

/** What of a task its alarms go by. */
export type RemindedTask = Timed & Pick<Task, 'id' | 'parentId' | 'updatedAt' | 'completedAt' | 'deletedAt'>;

/**
 * The instant of a task's time, ms since 1970 UTC: in the zone of the task, else where the user is (rule R7). Null for a task without a
 * time, and where the zone is not known.
 */
export function timeOfTask({ date, time, zone }: Timed, userZone: string | null): number | null {
  if (date === null || time === null) return null;
  const own = zone === null ? null : instantOf({ date, time }, zone);
  return own ?? (userZone === null ? null : instantOf({ date, time }, userZone));
}

/**
 * When to remind of a task, in order, past ones too (rule N1). `reminders`: those of the task. One that is completed or deleted has none; a
 * completed sub-task may be open again when its time comes, so that is for whoever sends it to see.
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

/** How many minutes before its time to remind of a task by default: null where it has a reminder of its own, which a snooze is not. */
export function defaultBefore(
  reminders: readonly Pick<Reminder, 'snoozes'>[],
  remindBefore: number | null,
): number | null {
  return reminders.every(({ snoozes }) => snoozes !== null) ? remindBefore : null;
}

export function alarmIdOf(taskId: string, dueAt: number): string {
  return idWithin(taskId, `alarm ${dueAt}`);
}

/** The first daily brief after `now`, ms since 1970 UTC; null for a user who wants none, or of whom it is not known where they are. */
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
