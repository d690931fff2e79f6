import { formatDuration } from '#src/domain/duration.ts';
import type { Rows } from '#src/domain/schema/index.ts';

type When = Partial<Pick<Rows['reminder'], 'remindAt' | 'minutesBefore'>>;

/** When a reminder comes, in words: `10m before`, `At the time`, or the day and time of its instant on this device. */
export function reminderText({ remindAt = null, minutesBefore = null }: When): string {
  if (remindAt !== null)
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(remindAt);
  return minutesBefore ? `${formatDuration(minutesBefore)} before` : 'At the time';
}
