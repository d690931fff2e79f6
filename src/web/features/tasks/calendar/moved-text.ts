import { standingOf } from '#src/reading/calendar/standing.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Clock, TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { spanText } from './calendar-texts.ts';

/** The announcement of a moved task: `Call: Friday, 27 November 2026, 9:00 – 9:30 AM`. */
export function movedText(task: Task, zone: string, clock: Clock): string {
  const due = standingOf(task, zone);
  if (!due) return `${task.name}: no date`;
  const span = due.time === null ? '' : `, ${spanText(due.time as TimeOfDay, task.duration, clock)}`;
  return `${task.name}: ${fullDay(due.date)}${span}`;
}
