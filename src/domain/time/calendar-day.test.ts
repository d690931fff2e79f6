import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addDays,
  calendarDayAt,
  daysBetween,
  FIRST_DAY,
  fromUtcDate,
  LAST_DAY,
  parseCalendarDay,
  localMidnight,
  toUtcDate,
  type CalendarDay,
} from './calendar-day.ts';

const day = (text: string) => text as CalendarDay;
const DAYS = daysBetween(FIRST_DAY, LAST_DAY);
const anyDay = fc.nat(DAYS).map((count) => addDays(FIRST_DAY, count));

describe('parseCalendarDay', () => {
  test.each([
    '0001-01-01',
    '0099-12-31',
    '1900-02-28',
    '2000-02-29',
    '2024-02-29',
    '2026-12-31',
    '9999-12-31',
  ])('takes %s', (text) => expect(parseCalendarDay(text)).toBe(text));

  test.each([
    '',
    '0000-01-01',
    '0000-12-31',
    '1900-02-29',
    '2023-02-29',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-04-31',
    '2026-99-99',
    '2026-1-01',
    '26-01-01',
    '10000-01-01',
    '-001-01-01',
    '+2026-01-01',
    '2026/01/01',
    '2026-01-01 ',
    '2026-01-01\n',
    '２０２６-01-01',
    '2026-01-01T00:00:00Z',
  ])('rejects %j', (text) => expect(parseCalendarDay(text)).toBeNull());

  test('takes exactly the days of a count from one to the next', () => {
    fc.assert(
      fc.property(anyDay, (some) => {
        expect(parseCalendarDay(some)).toBe(some);
      }),
    );
    let some = day('2023-12-31');
    for (const month of [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
      for (let i = 0; i < month; i++) some = addDays(some, 1);
      expect(addDays(some, 1).endsWith('-01')).toBe(true);
    }
    expect(some).toBe('2024-12-31');
  });
});

describe('counting days', () => {
  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['1999-12-31', 1, '2000-01-01'],
    ['0100-01-01', -1, '0099-12-31'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-06-15', 0, '2026-06-15'],
  ])('%s and %i days is %s', (from, count, to) => {
    expect(addDays(day(from), count)).toBe(to);
    expect(daysBetween(day(from), day(to))).toBe(count);
  });

  test('stops at the first and the last day', () => {
    expect(addDays(day('9999-12-30'), 5)).toBe(LAST_DAY);
    expect(addDays(day('0001-01-02'), -5)).toBe(FIRST_DAY);
    expect(addDays(day('2026-06-15'), Infinity)).toBe(LAST_DAY);
    expect(addDays(day('2026-06-15'), -1e12)).toBe(FIRST_DAY);
  });

  test('there and back is the same day, and days compare as texts', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        const count = daysBetween(a, b);
        expect(addDays(a, count)).toBe(b);
        expect(daysBetween(b, a)).toBe(count === 0 ? 0 : -count);
        expect(Math.sign(count)).toBe(a < b ? 1 : a > b ? -1 : 0);
      }),
    );
  });
});

describe('calendarDayAt', () => {
  test.each([
    ['UTC', '2026-06-15T00:00:00Z', '2026-06-15'],
    ['UTC', '2026-06-14T23:59:59.999Z', '2026-06-14'],
    ['Pacific/Kiritimati', '2026-06-14T10:00:00Z', '2026-06-15'],
    ['Pacific/Kiritimati', '2026-06-14T09:59:59Z', '2026-06-14'],
    ['Etc/GMT+12', '2026-06-15T11:59:59Z', '2026-06-14'],
    ['Etc/GMT+12', '2026-06-15T12:00:00Z', '2026-06-15'],
    ['Asia/Kathmandu', '2026-06-14T18:15:00Z', '2026-06-15'],
    // The nights when clocks go forward, and back.
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    // A day that this zone skipped.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    // Proleptic Gregorian, also before 1582.
    ['UTC', '0099-03-01T12:00:00Z', '0099-03-01'],
    ['UTC', '1500-03-01T12:00:00Z', '1500-03-01'],
    ['UTC', '9999-12-31T12:00:00Z', '9999-12-31'],
  ])('in %s it is at %s the day %s', (zone, instant, expected) => {
    expect(calendarDayAt(Date.parse(instant), zone)).toBe(expected);
  });

  test('in the zone of the device it is the local day', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1980), max: Date.UTC(2100) }), (instant) => {
        expect(calendarDayAt(instant)).toBe(calendarDayAt(instant, timeZone));
        expect(localMidnight(calendarDayAt(instant))).toBeLessThanOrEqual(instant);
      }),
    );
  });
});

describe('localMidnight', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each([
    // The clocks of Santiago skipped this night in 2000, and skip another one now.
    ['America/Santiago', '2026-10-15', '2026-10-15T03:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
    ['America/Sao_Paulo', '2026-10-08', '2026-10-08T03:00:00Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
    // A night with two midnights.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['UTC', '0099-03-01', '0099-03-01T00:00:00Z'],
    ['UTC', '2024-02-29', '2024-02-29T00:00:00Z'],
  ])('in %s the day %s begins at %s', (zone, some, instant) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(localMidnight(day(some))).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });
});

describe('dates in UTC', () => {
  test('a day and its date convert into each other, also before the year 100', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyDay,
          fc.nat(36_000).map((count) => addDays(FIRST_DAY, count)),
        ),
        (some) => {
          const date = toUtcDate(some);
          expect(fromUtcDate(date)).toBe(some);
          expect(date.getUTCFullYear()).toBe(Number(some.slice(0, 4)));
        },
      ),
    );
  });
});
