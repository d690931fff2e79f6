import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Task } from '#src/tables/task/task.ts';
import { defaultBefore, timeOfTask, type Reminder } from './alarms.ts';
import type { ReminderSettings } from './reminder-settings.ts';

/** A reminder that comes at another moment in another zone. Instants are ms since 1970 UTC. */
export interface MovedReminder {
  readonly taskId: string;
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 604_800_000;
/** A year and a week: every change of the clocks falls within it. */
const WEEKS = 53;

/**
 * The zones that browsers report to hide their place, such as Firefox with `privacy.resistFingerprinting` and
 * the Tor Browser.
 */
const HIDING_ZONES: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Atlantic/Reykjavik']);

/**
 * The reminders that move when the user is in the zone `to` and not in the zone of the settings (rule N7):
 * future ones before the time of a task without a zone, the next first. `tasks` are open tasks. Empty when
 * the settings have no zone.
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
 * True when the clocks of two zones agree for a year from `now` (ms since 1970 UTC), as in Paris and Berlin,
 * or under two names of one zone, such as India's in browsers. No reminder moves between such zones.
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

/** True for a zone that a browser may report only to hide its place. */
export function mayHidePlace(zone: string): boolean {
  return HIDING_ZONES.has(zone);
}

/** The place of a zone: Tokyo for `Asia/Tokyo`. */
export function placeOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
