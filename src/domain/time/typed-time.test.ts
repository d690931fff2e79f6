import { expect, test } from 'vitest';
import { formatTime, timeOfMinutes, type Clock } from './time-of-day.ts';
import { readTypedTime } from './typed-time.ts';

test.each([
  ['9', '09:00'],
  ['0', '00:00'],
  ['21', '21:00'],
  ['9pm', '21:00'],
  ['9 PM', '21:00'],
  ['9p', '21:00'],
  ['9a', '09:00'],
  ['9 p.m.', '21:00'],
  ['9:30', '09:30'],
  ['09:30', '09:30'],
  ['9.30 am', '09:30'],
  ['9:30 p. m.', '21:30'],
  ['21.30', '21:30'],
  ['9h30', '09:30'],
  ['9h', '09:00'],
  ['9 h 30', '09:30'],
  ['21 h 30', '21:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['2130', '21:30'],
  ['930pm', '21:30'],
  ['9 30', '09:30'],
  ['9 Uhr', '09:00'],
  ['9.30 Uhr', '09:30'],
  ['9 o’clock', '09:00'],
  ['12am', '00:00'],
  ['12:30 am', '00:30'],
  ['12pm', '12:00'],
  ['12', '12:00'],
  ['Noon', '12:00'],
  ['midnight', '00:00'],
  ['  9:30  ', '09:30'],
  ['９：３０', '09:30'],
])('%j is %s', (text, time) => {
  expect(readTypedTime(text, 'en')).toBe(time);
});

test.each([
  '',
  ' ',
  'pm',
  ':30',
  '24',
  '24:00',
  '25',
  '9:60',
  '9:3',
  '13pm',
  '13:00 am',
  '9:30:15',
  '-9',
  '9am pm',
  '12345',
  'nine',
  '9 xm',
  '9:30 tomorrow',
])('%j is no time', (text) => {
  expect(readTypedTime(text, 'en')).toBeNull();
});

const CLOCKS: readonly Clock[] = [null, 12, 24];
const LOCALES = [
  'en-US', 'en-GB', 'en-AU', 'en-CA', 'de', 'fr', 'fr-CA', 'es', 'es-MX', 'pt-BR', 'it', 'nl', 'da', 'fi', 'sv', 'nb', 'pl', 'cs', 'hu', 'ro', 'bg', 'el', 'tr',
  'ru', 'uk', 'he', 'ar', 'ar-EG', 'fa', 'ur', 'hi', 'bn', 'mr', 'ta', 'th', 'vi', 'id', 'ja', 'ko', 'zh-CN', 'zh-TW', 'my', 'ne', 'sw', 'am',
]; // prettier-ignore

test.each(LOCALES)('in %s times are read as they are shown', (locale) => {
  const times = Array.from({ length: 96 }, (_, quarter) => timeOfMinutes(quarter * 15));
  const shown = CLOCKS.flatMap((clock) =>
    times.map((time) => ({ time, text: formatTime(time, clock, locale) })),
  );

  expect(shown.filter(({ time, text }) => readTypedTime(text, locale) !== time)).toEqual([]);
});
