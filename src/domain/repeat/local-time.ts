import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { isTimeZoneName } from '#src/domain/time/time-zone.ts';
import { timeText, type Due } from './due.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EPOCH = '1970-01-01' as CalendarDay;

/**
 * Keyed by the zone's name in lower case, since spellings differ only in case. At most some 600 formatters of
 * 50 KB each exist. Making one takes twenty times as long as using it.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant, ms since 1970 UTC, of `due` in `zone` (an IANA name); without a time, the beginning of its
 * day. A time that its day lacks moves forward by the change of the clocks, and a time that comes twice is
 * the first one (rule R7). Null for an unknown zone.
 */
export function instantOf(due: Due, zone: string): number | null {
  const formatter = formatterOf(zone);
  if (!formatter) return null;
  const [hours = 0, minutes = 0] = due.time?.split(':').map(Number) ?? [];
  const local = daysBetween(EPOCH, due.date) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  const before = offsetAt(local - DAY_MS, formatter);
  const after = offsetAt(local + DAY_MS, formatter);
  const isRight = (offset: number) => offsetAt(local - offset, formatter) === offset;
  // If both offsets are right, the time comes twice; if none is, its day lacks the time.
  return local - (!isRight(before) && isRight(after) ? after : before);
}

/** The day and time in `zone` at an instant, ms since 1970 UTC. Null for an unknown zone. */
export function localTimeAt(instant: number, zone: string): { date: CalendarDay; time: string } | null {
  const formatter = formatterOf(zone);
  if (!formatter) return null;
  const local = instant + offsetAt(instant, formatter);
  const day = Math.floor(local / DAY_MS);
  const time = timeText(Math.floor((local - day * DAY_MS) / MINUTE_MS));
  return { date: addDays(EPOCH, day), time };
}

/** The offset of a zone's clocks from UTC at an instant, in ms. */
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
  // Only names: Intl also accepts offsets such as +01:00, and the map would grow without a limit.
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
