/** The longest duration of a task in minutes: seven days. */
export const MAX_DURATION = 7 * 24 * 60;

const HOUR = String.raw`\s?(?:h|hrs?|hours?)`;
const MINUTE = String.raw`\s?(?:m|mins?|minutes?)`;
/** 1h, 1.5 h, 1,5 hours */
const HOURS = new RegExp(`^(\\d{1,4}(?:[.,]\\d{1,2})?)${HOUR}$`);
/** 1h30, 1 h 30 min, 1:30 */
const HOURS_MINUTES = new RegExp(`^(\\d{1,3})(?:${HOUR},?\\s?|:)([0-5]?\\d)(?:${MINUTE})?$`);
/** 30m, 30 */
const MINUTES = new RegExp(`^(\\d{1,5})(?:${MINUTE})?$`);

/**
 * Reads a typed duration in minutes, 1 to MAX_DURATION: `30m`, `1h`, `1h30`, `1 h 30 min`, `1.5 h`, `1:30`. A
 * number alone means minutes.
 */
export function readTypedDuration(text: string): number | null {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const minutes = Math.round(minutesIn(typed));
  return minutes >= 1 && minutes <= MAX_DURATION ? minutes : null;
}

/** `1 h 30 min`, with the symbols of all languages (SI Brochure, table 8) and non-breaking blanks. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours && `${hours}\u00a0h`, (rest || !hours) && `${rest}\u00a0min`].filter(Boolean).join('\u00a0');
}

/** NaN for a text without a duration. */
function minutesIn(typed: string): number {
  const [, alone] = MINUTES.exec(typed) ?? [];
  if (alone) return Number(alone);
  const [, decimal] = HOURS.exec(typed) ?? [];
  if (decimal) return Number(decimal.replace(',', '.')) * 60;
  const [, hours, minutes] = HOURS_MINUTES.exec(typed) ?? [];
  return Number(hours) * 60 + Number(minutes);
}
