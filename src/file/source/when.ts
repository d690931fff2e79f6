import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { isKnownTimeZone } from '#src/domain/time/time-zone.ts';
import type { ReadContext } from './source.ts';

/** The day of a task, its time if it has one, and the zone of the time; null: wherever the user is. */
export interface When {
  readonly date: CalendarDay;
  readonly time: string | null;
  readonly zone: string | null;
}

const STAMP =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** A time stamp of ISO 8601 as written: a day, maybe a local time, maybe an instant. */
export interface Stamp {
  readonly date: CalendarDay;
  readonly time: string | null;
  /** The seconds and their fraction in ms. */
  readonly beyondMinute: number;
  /** The instant in ms since 1970 UTC of a stamp with `Z` or an offset; null for a local one. */
  readonly instant: number | null;
}

/** Null for any other text. */
export function readStamp(text: string): Stamp | null {
  const [, day = '', hour, minute, second = '0', fraction = '', offset] = STAMP.exec(text.trim()) ?? [];
  const date = parseCalendarDay(day);
  if (!date) return null;
  if (hour === undefined || minute === undefined) return { date, time: null, beyondMinute: 0, instant: null };
  const time = parseTimeOfDay(`${hour}:${minute}`);
  if (time === null || Number(second) > 60) return null;
  const beyondMinute = Number(second) * 1_000 + Math.trunc(Number(`0.${fraction || '0'}`) * 1_000);
  if (offset === undefined) return { date, time, beyondMinute, instant: null };
  const at = instantOf({ date, time }, 'UTC');
  if (at === null) return null;
  return { date, time, beyondMinute, instant: at + beyondMinute - minutesOfOffset(offset) * 60_000 };
}

/** The instant of a stamp; one without an offset counts in `zone`. Null for any other text, and before 1970. */
export function instantIn(text: unknown, zone = 'UTC'): number | null {
  const stamp = typeof text === 'string' ? readStamp(text) : null;
  if (!stamp) return null;
  const minute = stamp.instant === null ? instantOf(stamp, zone) : null;
  const at = minute === null ? stamp.instant : minute + stamp.beyondMinute;
  return at !== null && at >= 0 ? at : null;
}

/** The zone if this device can compute in it. */
export function knownZone(zone: string): string | null {
  return zone !== '' && isKnownTimeZone(zone) ? zone : null;
}

/**
 * The local time of an instant in `zone`, or in the user's. A time of the user's own zone is a time without a zone,
 * as the user types it.
 */
export function whenAt(instant: number, zone: string | null, context: ReadContext): When | null {
  if (!Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return null;
  const isOwn = zone === null || zone.toLowerCase() === context.zone.toLowerCase();
  const local = localTimeAt(instant, isOwn ? context.zone : zone);
  if (!local || parseCalendarDay(local.date) === null) return null;
  return { ...local, zone: isOwn ? null : zone };
}

/** A day when the instant is a midnight in `zone` or in the user's, and otherwise its time there. */
export function dayOrTimeAt(instant: number, zone: string | null, context: ReadContext): When | null {
  const when = whenAt(instant, zone, context);
  return when?.time === '00:00' ? { ...when, time: null, zone: null } : when;
}

/** The instant of a task's time, in its zone or the user's; without a time, the beginning of its day. */
export function instantOfWhen({ date, time, zone }: When, context: ReadContext): number | null {
  return instantOf({ date, time }, zone ?? context.zone);
}

/** Noon of a day where the user is: an instant that stays on that day in most zones. */
export function noonOf(date: CalendarDay, context: ReadContext): number | null {
  const at = instantOf({ date, time: '12:00' }, context.zone);
  return at !== null && at >= 0 ? at : null;
}

function minutesOfOffset(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(':', '')];
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes || '0'));
}
