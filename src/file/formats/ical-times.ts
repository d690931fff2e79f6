import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import type { Property } from '#src/file/source/ical.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { knownZone, whenAt, type When } from '#src/file/source/when.ts';

export interface IcalTime extends When {
  /** The zone that the property names, if it is unknown. */
  readonly unknownZone: string | null;
}

const VALUE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/** A DATE or DATE-TIME: a day, a local time, a time of a zone, or one in UTC. Null for any other value. */
export function timeOf(property: Property | undefined, context: ReadContext): IcalTime | null {
  const [, year, month, day, hour, minute, , utc] = VALUE.exec(property?.value.trim() ?? '') ?? [];
  const date = parseCalendarDay(`${year}-${month}-${day}`);
  if (!date) return null;
  if (hour === undefined || minute === undefined) return { date, time: null, zone: null, unknownZone: null };
  const time = `${hour}:${minute}`;
  if (utc !== undefined) {
    const at = instantOf({ date, time }, 'UTC');
    const when = at === null ? null : whenAt(at, null, context);
    return when && { ...when, unknownZone: null };
  }
  const given = property?.params.get('TZID') ?? '';
  const zone = zoneOf(given);
  const isOwn = zone === null || zone.toLowerCase() === context.zone.toLowerCase();
  return { date, time, zone: isOwn ? null : zone, unknownZone: given !== '' && zone === null ? given : null };
}

/** The instant of a DATE-TIME; a local one counts in UTC, as servers write CREATED. */
export function instantOfProperty(property: Property | undefined): number | null {
  const [, year, month, day, hour = '12', minute = '00', second = '00'] =
    VALUE.exec(property?.value.trim() ?? '') ?? [];
  const date = parseCalendarDay(`${year}-${month}-${day}`);
  if (!date) return null;
  const zone = zoneOf(property?.params.get('TZID') ?? '') ?? 'UTC';
  const at = instantOf({ date, time: `${hour}:${minute}` }, zone);
  return at === null || at < 0 ? null : at + Number(second) * 1_000;
}

/** Minutes of a DURATION, negative before; null for any other text. */
export function minutesOf(text: string): number | null {
  const match = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text.trim());
  if (!match) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((n) => Number(n ?? 0));
  const sum = (weeks * 7 + days) * 1_440 + hours * 60 + minutes + Math.round(seconds / 60);
  return match[1] === '-' ? -sum : sum;
}

/** The days of an EXDATE. */
export function daysIn(property: Property, context: ReadContext): readonly CalendarDay[] {
  return property.value.split(',').flatMap((value) => timeOf({ ...property, value }, context)?.date ?? []);
}

/** A name of IANA, also behind a prefix such as `/mozilla.org/20050126_1/Europe/Berlin`, or one of Windows. */
function zoneOf(id: string): string | null {
  const bare = id.trim().replaceAll('"', '');
  const parts = bare.split('/').filter(Boolean);
  const candidates = [bare, parts.slice(-2).join('/'), parts.slice(-3).join('/'), WINDOWS[bare] ?? ''];
  return candidates.map(knownZone).find((zone) => zone !== null) ?? null;
}

/** The names of Windows that Outlook writes most (CLDR, windowsZones). */
const WINDOWS: Readonly<Partial<Record<string, string>>> = {
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'GMT Standard Time': 'Europe/London',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'Russian Standard Time': 'Europe/Moscow',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
};
