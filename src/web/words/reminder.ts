import type { Rows } from '#src/domain/schema/index.ts';

type When = Partial<Pick<Rows['reminder'], 'remindAt' | 'minutesBefore'>>;

/** When a reminder comes, in words: `At the time`, `1 hour 30 minutes before`, or the day and time of its instant on this device. */
export function reminderText({ remindAt = null, minutesBefore = null }: When): string {
  if (remindAt !== null)
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(remindAt);
  return minutesBefore ? `${spanText(minutesBefore)} before` : 'At the time';
}

function spanText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor((minutes % 1_440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
