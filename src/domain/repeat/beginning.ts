import { timeOfMinutes } from '#src/domain/time-of-day.ts';
import type { Due } from './due.ts';
import type { Rule } from './rule.ts';

/**
 * Where the series of a rule begins for a task that is due at `due`: a rule by the hour begins at the present minute (0 to 1,439) of its
 * day where nobody said a time, and not at midnight.
 */
export function beginningOf({ freq, byHour, byMinute }: Rule, due: Due, minute: number): Due {
  const isByHour = freq === 'HOURLY' && byHour.length === 0 && byMinute.length === 0;
  return isByHour && due.time === null ? { ...due, time: timeOfMinutes(minute) } : due;
}
