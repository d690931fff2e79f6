import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Due } from './due.ts';

/** A Due as text: a day, and its time after a `T`, if it has one. */
export type DueText = string;

export function parseDue(text: DueText): Due | null {
  const [day = '', time, ...more] = text.split('T');
  const date = parseCalendarDay(day);
  if (!date || more.length > 0 || (time !== undefined && parseTimeOfDay(time) === null)) return null;
  return { date, time: time ?? null };
}

export function printDue({ date, time }: Due): DueText {
  return time === null ? date : `${date}T${time}`;
}
