import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { localTimeAt } from './local-time.ts';

/**
 * The local day and time, `YYYY-MM-DDTHH:MM`, at an instant (ms since 1970 UTC): in `zone` if this device
 * knows it, else in the device's zone.
 */
export function localDueAt(at: number, zone: string | null): string {
  const there = zone === null ? null : localTimeAt(at, zone);
  if (there) return `${there.date}T${there.time}`;
  const now = new Date(at);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${calendarDayAt(at)}T${pad(now.getHours())}:${pad(now.getMinutes())}`;
}
