import { formatterOf, timeOfMinutes, type TimeOfDay } from './time-of-day.ts';

const NOON = 12 * 60;
const WORDS = new Map([
  ['noon', NOON],
  ['midday', NOON],
  ['midnight', 0],
]);

/**
 * Hours with or without minutes, separators and words: 9, 9:30, 9.30, 9h30, 9 30, 930, 0930; ч. is Bulgarian.
 */
const CLOCK = /^(\d{1,2}?)(?:(?:\s?[:.h]\s?|\s)?(\d{2}))?\s?(?:h|uhr|ч\.?|o'clock)?$/;
const HALVES = [
  { pattern: /\s?(?:a\.?\s?m\.?|a)$/, isPm: false },
  { pattern: /\s?(?:p\.?\s?m\.?|p)$/, isPm: true },
];

/**
 * Reads a typed time: `9`, `9:30`, `21.30`, `9h30`, `930`, `9pm`, `9.30 a.m.`, `noon`, `midnight`; also in
 * the digits of the locale, and with its words for am and pm. Hours without these words are of the 24-hour
 * clock.
 */
export function readTypedTime(text: string, locale: string): TimeOfDay | null {
  const typed = inAscii(text, locale);
  const word = WORDS.get(typed);
  if (word !== undefined) return timeOfMinutes(word);
  const { rest, isPm } = half(typed, locale);
  const [, hours, minutes = '0'] = CLOCK.exec(rest) ?? [];
  if (!hours) return null;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > (isPm === null ? 23 : 12)) return null;
  // 12 am is midnight, 12 pm is noon; Japanese writes 0 for both.
  return timeOfMinutes((isPm === null ? hour : (hour % 12) + (isPm ? 12 : 0)) * 60 + minute);
}

/** Splits a time from its word for am or pm; `isPm` is null without one. */
function half(typed: string, locale: string): { rest: string; isPm: boolean | null } {
  for (const isPm of [false, true]) {
    const word = dayPeriod(isPm, locale);
    if (word === '') continue;
    if (typed.startsWith(word)) return { rest: typed.slice(word.length).trim(), isPm };
    if (typed.endsWith(word)) return { rest: typed.slice(0, -word.length).trim(), isPm };
  }
  const found = HALVES.find(({ pattern }) => pattern.test(typed));
  return found ? { rest: typed.replace(found.pattern, ''), isPm: found.isPm } : { rest: typed, isPm: null };
}

/** The locale's word for am or pm. */
function dayPeriod(isPm: boolean, locale: string): string {
  const parts = formatterOf(12, locale).formatToParts((isPm ? 21 : 9) * 3_600_000);
  return inAscii(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '', locale);
}

/** The text in lower case, with the digits 0 to 9, one kind of blank, and no direction marks. */
function inAscii(text: string, locale: string): string {
  const digits = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: 10 }).format(
    123456789,
  );
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, (digit) =>
      digits.includes(digit) ? String(Array.from(digits).indexOf(digit)) : digit,
    )
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('’', "'")
    .trim();
}
