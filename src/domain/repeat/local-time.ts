import { addDays, daysBetween, type CalendarDay } from '#src/domain/calendar-day.ts';
import { isTimeZoneName } from '#src/domain/time-zone.ts';
import { timeText, type Due } from './due.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EPOCH = '1970-01-01' as CalendarDay;

/**
 * By the zone's name in lower case, since spellings differ in case alone: then there are no more than some 600, of 50 KB each. A new one takes
 * twenty times as long to make as to use.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant, ms since 1970 UTC, at which it is `due` in `zone` (an IANA name); without a time, the beginning of its day. A time that a
 * day lacks is moved forward by what the clocks are, and one it has twice is the first (rule R7). Null when the zone is unknown here.
 */
export function instantOf(due: Due, zone: string): number | null {
  const formatter = formatterOf(zone);
  if (!formatter) return null;
  const [hours = 0, minutes = 0] = due.time?.split(':').map(Number) ?? [];
  const local = daysBetween(EPOCH, due.date) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  const before = offsetAt(local - DAY_MS, formatter);
  const after = offsetAt(local + DAY_MS, formatter);
  const isRight = (offset: number) => offsetAt(local - offset, formatter) === offset;
  // Where both are right it is there twice, where none is it is not there at all.
  return local - (!isRight(before) && isRight(after) ? after : before);
}

/** What day and time it is in `zone` at an instant, ms since 1970 UTC. Null when the zone is unknown here. */
export function localTimeAt(instant: number, zone: string): { date: CalendarDay; time: string } | null {
  const formatter = formatterOf(zone);
  if (!formatter) return null;
  const local = instant + offsetAt(instant, formatter);
  const day = Math.floor(local / DAY_MS);
  const time = timeText(Math.floor((local - day * DAY_MS) / MINUTE_MS));
  return { date: addDays(EPOCH, day), time };
}

/** How far the clocks of a zone are ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, formatter: Intl.DateTimeFormat): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
  const local = new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(
    year,
    month - 1,
    day,
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const name = zone.toLowerCase();
  const known = formatters.get(name);
  if (known) return known;
  // An offset such as +01:00 would be taken too, and there is no end of these.
  const made = isTimeZoneName(name) ? newFormatter(name) : null;
  if (made) formatters.set(name, made);
  return made;
}

function newFormatter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
