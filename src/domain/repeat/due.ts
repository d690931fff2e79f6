import {
  addDays,
  daysBetween,
  FIRST_DAY,
  LAST_DAY,
  type CalendarDay,
} from '#src/domain/time/calendar-day.ts';

/**
 * The due time of a task: a day, and a time of that day (`HH:MM`, 00:00 to 23:59) if it has one. Local,
 * without a zone.
 */
export interface Due {
  readonly date: CalendarDay;
  readonly time: string | null;
}

/**
 * In this folder a day is a number, counted from 0001-01-01, a Monday. A minute is a number too, counted from
 * the beginning of that day. Each local day has 1,440 minutes; local-time.ts converts them to the instants of
 * a zone.
 */
export const DAY = 1_440;

/** The last minute of the last day. */
export const LAST_MINUTE = minuteOf({ date: LAST_DAY, time: '23:59' });

/** The minute of a due time; without a time of day, the first minute of its day. */
export function minuteOf({ date, time }: Due): number {
  const [hours = 0, minutes = 0] = time?.split(':').map(Number) ?? [];
  return daysBetween(FIRST_DAY, date) * DAY + hours * 60 + minutes;
}

/** The due time at `minute`, with or without a time of day. */
export function dueAt(minute: number, isTimed: boolean): Due {
  const date = addDays(FIRST_DAY, dayOf(minute));
  return { date, time: isTimed ? timeText(minute % DAY) : null };
}

export function dayOf(minute: number): number {
  return Math.floor(minute / DAY);
}

/** A minute of the day, 0 to 1,439, as `HH:MM`. */
export function timeText(minute: number): string {
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}
