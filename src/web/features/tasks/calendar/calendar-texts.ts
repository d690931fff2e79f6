import { toUtcDate, type CalendarDay } from '#src/domain/calendar-day.ts';
import { formatterOf, minutesOf, type Clock, type TimeOfDay } from '#src/domain/time-of-day.ts';
import { formatDuration } from '#src/domain/duration.ts';
import { fullDay } from '#src/web/ui/friendly-day.ts';

const MINUTE_MS = 60_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `November 2026`. */
export function monthText(day: CalendarDay): string {
  return formatter('month', { month: 'long', year: 'numeric' }).format(toUtcDate(day));
}

/** `Wednesday`. */
export function weekdayText(day: CalendarDay): string {
  return formatter('weekday', { weekday: 'long' }).format(toUtcDate(day));
}

/** `Friday, 27 November 2026, 3 tasks, 1 again`. */
export function dayText(day: CalendarDay, count: number, later: number): string {
  const parts = [fullDay(day)];
  if (count > 0) parts.push(`${count.toLocaleString()} ${count === 1 ? 'task' : 'tasks'}`);
  if (later > 0) parts.push(`${later.toLocaleString()} again`);
  return parts.join(', ');
}

/** `9:00 – 10:30 AM`; the beginning alone where no duration is said. */
export function spanText(time: TimeOfDay, duration: number | null, clock: Clock): string {
  const format = formatterOf(clock, navigator.language);
  const from = minutesOf(time);
  if (duration === null) return format.format(from * MINUTE_MS);
  // Over midnight, the formatter would say the days too.
  if (from + duration >= 1_440) return `${format.format(from * MINUTE_MS)}, ${formatDuration(duration)}`;
  return format.formatRange(from * MINUTE_MS, (from + duration) * MINUTE_MS);
}

/** `9 AM`, `09`: an hour at the edge of the week. */
export function hourText(hour: number, clock: Clock): string {
  const hours = {
    hour: 'numeric',
    ...(clock === 12 && { hour12: true }),
    ...(clock === 24 && { hourCycle: 'h23' }),
  };
  return formatter(`hour ${clock}`, hours as Intl.DateTimeFormatOptions).format(hour * 60 * MINUTE_MS);
}

function formatter(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${navigator.language} ${name}`;
  const made =
    formatters.get(key) ?? new Intl.DateTimeFormat(navigator.language, { ...options, timeZone: 'UTC' });
  formatters.set(key, made);
  return made;
}
