import { localTimeAt } from '#src/domain/repeat/local-time.ts';
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
const WEEK_MS = 604_800_000;
/** A year, and one more: within it, each change of the clocks shows. */
const WEEKS = 53;

/** What browsers also say to hide where they are, such as Firefox with `privacy.resistFingerprinting` and the Tor Browser. */
const SAID_TO_HIDE: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Atlantic/Reykjavik']);

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

/**
 * Whether the clocks of two zones agree from `now` (ms since 1970 UTC) on for a year: those of Paris and Berlin do, and those of one zone
 * under two names, as browsers call India's. No reminder moves between them.
 */
export function isSameClock(one: string, other: string, now: number): boolean {
  if (one === other) return true;
  for (let week = 0; week < WEEKS; week++) {
    const at = now + week * WEEK_MS;
    const [here, there] = [localTimeAt(at, one), localTimeAt(at, other)];
    if (!here || !there || here.date !== there.date || here.time !== there.time) return false;
  }
  return true;
}

/** Whether a browser in this zone may only be hiding where it is. */
export function mayHidePlace(zone: string): boolean {
  return SAID_TO_HIDE.has(zone);
}

/** `Asia/Tokyo` as people say it: Tokyo. */
export function placeOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
