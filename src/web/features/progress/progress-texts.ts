import { toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayFormat } from '#src/web/ui/day-format.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** `1 task`, `1,200 tasks`. */
export function tasksText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'task' : 'tasks'}`;
}

/** `1 day`, `12 days`. */
export function daysText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`;
}

/** The text about a goal: the remaining tasks, or that it is reached. Null without a goal. */
export function goalText(count: number, goal: number | null): string | null {
  if (goal === null) return null;
  if (count < goal) return `${formatCount(goal - count)} to go`;
  return count === goal ? 'Goal reached. Well done!' : `Goal reached, and ${tasksText(count - goal)} more`;
}

/** `3 Nov`. */
export function dayAndMonth(day: CalendarDay): string {
  return dayFormat({ day: 'numeric', month: 'short' }).format(toUtcDate(day));
}

/** `Nov`. */
export function shortMonth(day: CalendarDay): string {
  return dayFormat({ month: 'short' }).format(toUtcDate(day));
}
