import { afterEach, expect, test, vi } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { friendlyDay, fullDay, howLongAgo, shortDay, shortWeekday } from './friendly-day.ts';

afterEach(() => vi.unstubAllEnvs());

const today = parseCalendarDay('2026-11-25')!;

test.each([
  ['2026-11-25', 'Today'],
  ['2026-11-26', 'Tomorrow'],
  ['2026-11-24', 'Yesterday'],
  ['2026-11-27', 'Fri 27 Nov'],
  ['2026-01-01', 'Thu 1 Jan'],
  ['2027-01-01', 'Fri, 1 Jan 2027'],
  ['2028-02-29', 'Tue, 29 Feb 2028'],
  ['9999-12-31', 'Fri, 31 Dec 9999'],
  ['0001-01-01', 'Mon, 1 Jan 1'],
])('%s is %s', (day, text) => {
  expect(friendlyDay(parseCalendarDay(day)!, today, 'en-GB')).toBe(text);
});

test('the words are in the language of the locale', () => {
  expect(friendlyDay(parseCalendarDay('2026-11-26')!, today, 'de')).toBe('Morgen');
  expect(friendlyDay(parseCalendarDay('2026-11-27')!, today, 'en-US')).toBe('Fri, Nov 27');
});

test('a short day is the same on any day of its year', () => {
  expect(shortDay(today, today, 'en-GB')).toBe('Wed 25 Nov');
  expect(shortDay(parseCalendarDay('2027-01-01')!, today, 'en-GB')).toBe('Fri, 1 Jan 2027');
});

test('a day in full names its year', () => {
  expect(fullDay(parseCalendarDay('2026-11-27')!, 'en-US')).toBe('Friday, November 27, 2026');
});

test('a day stays the same while the device changes its time zone', () => {
  const texts = ['America/New_York', 'Europe/Berlin', 'Pacific/Apia', 'America/New_York'].map((zone) => {
    vi.stubEnv('TZ', zone);
    return [fullDay(today, 'fr'), shortDay(today, today, 'fr'), shortWeekday(today, 'fr')];
  });
  expect(new Set(texts.map(String))).toEqual(new Set(['mercredi 25 novembre 2026,mer. 25 nov.,mer.']));
});

test.each([
  ['2026-11-24', 'Yesterday'],
  ['2026-11-13', '12 days ago'],
  ['2026-09-27', '59 days ago'],
  ['2026-09-26', '2 months ago'],
  ['2025-11-25', '12 months ago'],
])('%s was %s', (day, text) => {
  expect(howLongAgo(parseCalendarDay(day)!, today, 'en-GB')).toBe(text);
});
