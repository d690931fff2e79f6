import { toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { formatterOf, minutesOf, type Clock, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { formatDuration } from '#src/domain/time/duration.ts';
import { dayFormat } from '#src/web/ui/day-format.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

const MINUTE_MS = 60_000;

/** `23 Nov – 3 Jan`; with the years, unless one of the days is in the year of `today`. */
export function rangeText(first: CalendarDay, last: CalendarDay, today: CalendarDay): string {
  const isNear = last.slice(0, 4) === today.slice(0, 4) || first.slice(0, 4) === today.slice(0, 4);
  const format = dayFormat({ day: 'numeric', month: 'short', ...(!isNear && { year: 'numeric' }) });
  return format.formatRange(toUtcDate(first), toUtcDate(last));
}

/** `1 Dec`: the first day of a month in the cell of the month view. */
export function firstOfMonthText(day: CalendarDay): string {
  return dayFormat({ day: 'numeric', month: 'short' }).format(toUtcDate(day));
}

/** `Wednesday`. */
export function weekdayText(day: CalendarDay): string {
  return dayFormat({ weekday: 'long' }).format(toUtcDate(day));
}

/** `Friday, 27 November 2026, 3 tasks, 1 again`. */
export function dayText(day: CalendarDay, count: number, later: number): string {
  const parts = [fullDay(day)];
  if (count > 0) parts.push(`${formatCount(count)} ${count === 1 ? 'task' : 'tasks'}`);
  if (later > 0) parts.push(`${formatCount(later)} again`);
  return parts.join(', ');
}

/** `9:00 – 10:30 AM`; without a duration, the beginning alone. */
export function spanText(time: TimeOfDay, duration: number | null, clock: Clock): string {
  const format = formatterOf(clock, navigator.language);
  const from = minutesOf(time);
  if (duration === null) return format.format(from * MINUTE_MS);
  // Across midnight, the formatter would print the days too.
  if (from + duration >= 1_440) return `${format.format(from * MINUTE_MS)}, ${formatDuration(duration)}`;
  return format.formatRange(from * MINUTE_MS, (from + duration) * MINUTE_MS);
}

/** `9 AM`, `09`: the label of an hour beside the week. */
export function hourText(hour: number, clock: Clock): string {
  const hours = {
    hour: 'numeric',
    ...(clock === 12 && { hour12: true }),
    ...(clock === 24 && { hourCycle: 'h23' }),
  };
  return dayFormat(hours as Intl.DateTimeFormatOptions, navigator.language).format(hour * 60 * MINUTE_MS);
}
