import { addMonths } from '#src/domain/time/add-months.ts';
import { addDays, parseCalendarDay, toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Unit } from '#src/domain/quick-add/languages/pack.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';

/** The day of the week, from 0, which is Monday. */
export function weekdayOf(day: CalendarDay): number {
  return (toUtcDate(day).getUTCDay() + 6) % 7;
}

/** The day with these numbers, or null when the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): CalendarDay | null {
  const pad = (n: number, width: number) => String(n).padStart(width, '0');
  return parseCalendarDay(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}

/**
 * The first date with this month and day that is not past. It lies within eight years, because of 29
 * February.
 */
export function nextDate(month: number, day: number, today: CalendarDay): CalendarDay | null {
  const year = Number(today.slice(0, 4));
  for (let later = 0; later <= 8; later++) {
    const date = dayOf(year + later, month, day);
    if (date !== null && date >= today) return date;
  }
  return null;
}

/**
 * The first day with this number that is not past, from the month of `today` on. Skips months that are too
 * short.
 */
export function nextDayOfMonth(day: number, today: CalendarDay): CalendarDay | null {
  for (let later = 0; later <= 12; later++) {
    const date = dayOf(...monthAfter(today, later), day);
    if (date !== null && date >= today) return date;
  }
  return null;
}

/** The year and month that lie `months` months after the month of `day`. */
export function monthAfter(day: CalendarDay, months: number): [year: number, month: number] {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return [Math.floor(month / 12), (month % 12) + 1];
}

export function endOfMonth(year: number, month: number): CalendarDay | null {
  return dayOf(year, month, 31) ?? dayOf(year, month, 30) ?? dayOf(year, month, 29) ?? dayOf(year, month, 28);
}

/** The first day with this weekday, from `day` on. */
export function weekdayFrom(day: CalendarDay, weekday: number): CalendarDay {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}

/** The first day of the week that `day` is in. */
export function startOfWeek(day: CalendarDay, { weekStart }: DayContext): CalendarDay {
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
}

/**
 * The day `count` units after `day`, or before it when negative. Null beyond the calendar. A month that is
 * too short gives its last day.
 */
export function addUnits(day: CalendarDay, count: number, unit: Unit): CalendarDay | null {
  if (Math.abs(count) > 10_000) return null;
  switch (unit) {
    case 'day':
      return addDays(day, count);
    case 'week':
    case 'weekend':
      return addDays(day, count * 7);
    case 'workday':
      return addWorkdays(day, count);
    case 'month':
      return addMonths(day, count);
    case 'quarter':
      return addMonths(day, count * 3);
    case 'year':
      return addMonths(day, count * 12);
    case 'minute':
    case 'hour':
      return null;
  }
}

/** Counts five workdays as a week. */
function addWorkdays(day: CalendarDay, count: number): CalendarDay {
  const step = Math.sign(count);
  let date = addDays(day, Math.trunc(count / 5) * 7);
  for (let left = Math.abs(count % 5); left > 0 || weekdayOf(date) > 4;) {
    date = addDays(date, step || 1);
    if (weekdayOf(date) < 5) left -= 1;
    if (left < 0) break;
  }
  return date;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): CalendarDay | null {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leap = Math.floor(century / 4);
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leap - moon + 15) % 30;
  const rest = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * rest) / 451);
  const days = epact + rest - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}

/** The nth of these weekdays in a month, counted from its end when negative. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): CalendarDay | null {
  if (nth < 0) {
    const end = endOfMonth(year, month);
    return end && addDays(end, -((weekdayOf(end) - weekday + 7) % 7) + (nth + 1) * 7);
  }
  const first = dayOf(year, month, 1);
  const date = first && addDays(weekdayFrom(first, weekday), (nth - 1) * 7);
  return date?.startsWith(first?.slice(0, 7) ?? '') ? date : null;
}
