import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import type { Property } from '#src/file/source/ical.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { whenAt, type When } from '#src/file/source/when.ts';
import { zoneNamed } from '#src/file/source/zone-names.ts';

export interface IcalTime extends When {
  /** The zone that the property names, if it is unknown. */
  readonly unknownZone: string | null;
}

const VALUE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/**
 * A DATE or DATE-TIME: a day, a local time, a time of a zone, or one in UTC. Null for any other value. A time in the
 * user's zone has no zone here, but for a calendar that tells both apart (`keepsZone`).
 */
export function timeOf(
  property: Property | undefined,
  context: ReadContext,
  keepsZone = false,
): IcalTime | null {
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
  const zone = zoneNamed(given);
  const isUsers = zone?.toLowerCase() === context.zone.toLowerCase();
  return {
    date,
    time,
    zone: isUsers && !keepsZone ? null : zone,
    unknownZone: given !== '' && zone === null ? given : null,
  };
}

/** The instant of a DATE-TIME; a local one counts in UTC, as servers write CREATED. */
export function instantOfProperty(property: Property | undefined): number | null {
  const [, year, month, day, hour = '12', minute = '00', second = '00'] =
    VALUE.exec(property?.value.trim() ?? '') ?? [];
  const date = parseCalendarDay(`${year}-${month}-${day}`);
  if (!date) return null;
  const zone = zoneNamed(property?.params.get('TZID') ?? '') ?? 'UTC';
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
