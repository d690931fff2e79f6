import { addDays, parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { readTypedRepeat, type TypedRepeat } from '#src/domain/repeat/typed-repeat.ts';
import type { DayContext } from './types.ts';

/** Reads a text that is to be a day, and maybe a time: `tom 5pm`. Null when it is anything else, or more than that. */
export function readDue(text: string, context: DayContext): Due | null {
  const typed = text.trim().toLowerCase();
  const days = { today: 0, tomorrow: 1 }[typed];
  const date = days === undefined ? parseCalendarDay(typed) : addDays(context.now.date, days);
  return date && { date, time: null };
}

/** Reads a text that is to be a day: `next friday`, `3/24`, `in 2 weeks`. */
export function readDay(text: string, context: DayContext): CalendarDay | null {
  const due = readDue(text, context);
  return due?.time === null ? due.date : null;
}

/** Reads a text that is to be a repeat: `every 3rd fri`, `weekdays`. */
export function readRepeat(text: string, context: DayContext): TypedRepeat | null {
  return readTypedRepeat(text, context.weekStart, (day) => readDay(day, context));
}
