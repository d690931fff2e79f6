import { addDays, calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** A time zone where it is about noon now, so that no test runs across midnight by accident. */
export const NOON_ZONE = zoneOf(12 - new Date().getUTCHours());

/** The day `offset` days from today, in the zone of the tests' browsers. */
export function day(offset = 0): CalendarDay {
  return addDays(calendarDayAt(Date.now(), NOON_ZONE), offset);
}

/** The zone `hours` (-12 to 14) ahead of UTC. These names have inverted signs (POSIX). */
export function zoneOf(hours: number): string {
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
