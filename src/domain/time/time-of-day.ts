/** A time of day to the minute, `HH:MM` (00:00 to 23:59), without a time zone. Times compare as strings. */
export type TimeOfDay = string & { readonly __brand: 'TimeOfDay' };

const PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
const MINUTE_MS = 60_000;

/** The clock of 12 hours with am and pm, or of 24; null is the usual one of the locale. */
export type Clock = 12 | 24 | null;

/** Formatters are slow to make, and every row needs one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The time that `text` names, or null for any other text (wrong shape, 24:00). */
export function parseTimeOfDay(text: string): TimeOfDay | null {
  return PATTERN.test(text) ? (text as TimeOfDay) : null;
}

/** Minutes since midnight: 0 to 1439. */
export function minutesOf(time: TimeOfDay): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The time `minutes` after midnight: 0 to 1439. */
export function timeOfMinutes(minutes: number): TimeOfDay {
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}` as TimeOfDay;
}

/** `9:30 PM`, `21:30`: as the locale writes it, on the user's clock. */
export function formatTime(time: TimeOfDay, clock: Clock, locale: string): string {
  return formatterOf(clock, locale).format(minutesOf(time) * MINUTE_MS);
}

/** Formats instants of the first day of 1970 as times, in UTC. */
export function formatterOf(clock: Clock, locale: string): Intl.DateTimeFormat {
  const key = `${clock} ${locale}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
    ...(clock === 12 && { hour12: true }),
    ...(clock === 24 && { hourCycle: 'h23' }),
  });
  formatters.set(key, made);
  return made;
}
