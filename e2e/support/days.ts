import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';

/** A time zone in which it is about noon now: no test runs across midnight unless it wants to. */
export const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** The day `offset` days from today, where the tests' browsers are. */
export function day(offset = 0): CalendarDay {
  return addDays(calendarDayAt(Date.now(), NOON_ZONE), offset);
}

/** The zone `hours` (-12 to 14) ahead of UTC. The signs of these names are the other way round (POSIX). */
export function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
