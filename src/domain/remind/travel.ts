import type { Task } from '#src/domain/task.ts';
import { defaultBefore, timeOfTask, type Reminder } from './alarms.ts';
import type { ReminderSettings } from './reminder-settings.ts';

/** A reminder that comes at another moment once its user is in another zone. Instants are ms since 1970 UTC. */
export interface MovedReminder {
  readonly taskId: string;
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;

/**
 * Which reminders move when the user, whom the settings have in one zone, is in another (rule N7): those before the time of a task that has
 * no zone of its own, as far as they are to come; the next first. `tasks`: those that are to be done. None while it is not known where the user was.
 */
export function movedReminders(
  tasks: Iterable<Task>,
  remindersOf: (taskId: string) => readonly Reminder[],
  { zone, remindBefore }: Pick<ReminderSettings, 'zone' | 'remindBefore'>,
  to: string,
  now: number,
): readonly MovedReminder[] {
  if (zone === null) return [];
  const moved: MovedReminder[] = [];
  for (const task of tasks) {
    if (task.zone !== null || task.time === null) continue;
    const [before, after] = [timeOfTask(task, zone), timeOfTask(task, to)];
    if (before === null || after === null || before === after) continue;
    const own = remindersOf(task.id);
    const minutes = [defaultBefore(own, remindBefore), ...own.map(({ minutesBefore }) => minutesBefore)];
    for (const each of new Set(minutes)) {
      if (each === null) continue;
      const [fromAt, toAt] = [before - each * MINUTE_MS, after - each * MINUTE_MS];
      if (Math.max(fromAt, toAt) > now) moved.push({ taskId: task.id, from: fromAt, to: toAt });
    }
  }
  return moved.toSorted((a, b) => a.to - b.to);
}

/** `Asia/Tokyo` as people say it: Tokyo. */
export function placeOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
