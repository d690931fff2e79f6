import { timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import type { Due } from './due.ts';
import type { Rule } from './rule.ts';

/**
 * The start of a rule's series for a task due at `due`. An hourly rule without a time begins at the present
 * minute of the day (0 to 1,439), not at midnight.
 */
export function beginningOf({ freq, byHour, byMinute }: Rule, due: Due, minute: number): Due {
  const isByHour = freq === 'HOURLY' && byHour.length === 0 && byMinute.length === 0;
  return isByHour && due.time === null ? { ...due, time: timeOfMinutes(minute) } : due;
}
