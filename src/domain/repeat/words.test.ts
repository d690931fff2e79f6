import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { anySeries } from '#src/domain/repeat/testing/arbitrary-rule.ts';
import type { Due } from './due.ts';
import { parseRule, printRule } from './rule.ts';
import { usualRules } from './usual.ts';
import { repeatInWords } from './words.ts';

function words(rule: string, start = '2026-11-24', locale = 'en-GB'): string {
  const parsed = parseRule(rule);
  const [date, time = null] = start.split('T');
  const due: Due = { date: date as CalendarDay, time };
  return parsed.kind === 'rule' ? repeatInWords(parsed.rule, due, locale) : parsed.kind;
}

const CLAMP = 'RSCALE=GREGORIAN;SKIP=BACKWARD';

describe('a rule in words', () => {
  test.each([
    ['FREQ=DAILY', 'every day'],
    ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
    ['FREQ=DAILY;INTERVAL=1000', 'every 1,000 days'],
    ['FREQ=DAILY;BYMONTH=6,7', 'every day in June and July'],
    ['FREQ=DAILY;BYDAY=MO', 'every Monday'],
    ['FREQ=DAILY;INTERVAL=3;BYDAY=MO', 'every 3 days, only on a Monday'],
    ['FREQ=DAILY;BYMONTHDAY=15', 'every 15th'],
    ['FREQ=DAILY;INTERVAL=2;BYMONTHDAY=15', 'every 2 days, only on the 15th'],
    ['FREQ=WEEKLY', 'every Tuesday'],
    ['FREQ=WEEKLY;BYDAY=FR', 'every Friday'],
    ['FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks on Tuesday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'every 2 weeks on Monday and Thursday'],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'every Monday, Wednesday and Friday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'every day'],
    ['FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1', 'every Monday and Wednesday, only the first of each week'],
    ['FREQ=MONTHLY', 'every 24th'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every 1st and 15th'],
    [`FREQ=MONTHLY;BYMONTHDAY=31;${CLAMP}`, "every 31st (or the month's last day)"],
    [
      `FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=30;${CLAMP}`,
      "every 3 months on the 30th (or the month's last day)",
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every last day of the month'],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', 'every second to last day of the month'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1', 'every 2 months on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=3;BYMONTH=1,7', 'every 3rd of January and July'],
    ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'every 13th, if it is a Friday'],
    ['FREQ=MONTHLY;BYDAY=1SU', 'every first Sunday of the month'],
    ['FREQ=MONTHLY;BYDAY=-1MO,2TU', 'every last Monday and second Tuesday of the month'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU', 'every 2 months on the first Sunday of the month'],
    ['FREQ=MONTHLY;BYDAY=MO', 'every Monday'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=MO', 'every 2 months on every Monday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every last weekday of the month'],
    ['FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=2', 'every second Saturday or Sunday of the month'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'every 28th, 29th, 30th and 31st, only the last of each month',
    ],
    ['FREQ=YEARLY', 'every year on 24 November'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'every year on 29 February'],
    [`FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;${CLAMP}`, "every year on 29 February (or the month's last day)"],
    ['FREQ=YEARLY;INTERVAL=2;BYMONTH=1,7;BYMONTHDAY=1', 'every 2 years on 1 January and 1 July'],
    ['FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=30', 'every year on the 30th of February and April'],
    ['FREQ=YEARLY;BYMONTHDAY=1', 'every year on the 1st of each month'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'every year on the last day of February'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'every year on the last Sunday of March'],
    ['FREQ=YEARLY;BYDAY=20MO', 'every year on the 20th Monday of the year'],
    [
      'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=2,3,4;BYDAY=TU',
      'every year on 2 November, 3 November and 4 November, if it is a Tuesday',
    ],
    ['FREQ=DAILY;COUNT=12', 'every day, 12 times'],
    ['FREQ=DAILY;COUNT=1', 'every day, once'],
    ['FREQ=DAILY;UNTIL=20270606', 'every day, until 6 June 2027'],
    ['FREQ=DAILY;UNTIL=20270606T170000', 'every day, until 6 June 2027 at 17:00'],
  ])('[R6] %s is %s', (rule, expected) => {
    expect(words(rule)).toBe(expected);
  });

  test.each([
    ['FREQ=DAILY;COUNT=12', 'every day at 9:00, 12 times'],
    ['FREQ=DAILY;BYHOUR=9,17', 'every day at 9:00 and 17:00'],
    ['FREQ=HOURLY', 'every hour'],
    ['FREQ=HOURLY;INTERVAL=3', 'every 3 hours'],
    ['FREQ=HOURLY;BYMINUTE=15,45', 'every hour at 15 and 45 minutes past'],
    ['FREQ=HOURLY;BYHOUR=9,10;BYDAY=FR', 'every hour, only on a Friday, only at 9:00 and 10:00'],
  ])('[R6] %s from 9:00 is %s', (rule, expected) => {
    expect(words(rule, '2026-11-24T09:00')).toBe(expected);
  });

  test('[R6] has the days, dates and times of the locale', () => {
    expect(words('FREQ=WEEKLY;BYDAY=MO,WE,FR', '2026-11-24T09:00', 'en-US')).toMatch(
      /^every Monday, Wednesday, and Friday at 9:00\sAM$/,
    );
    expect(words('FREQ=YEARLY;UNTIL=20300101', '2026-11-24', 'en-US')).toBe(
      'every year on November 24, until January 1, 2030',
    );
    expect(words('FREQ=YEARLY;UNTIL=20300101', '2026-11-24', 'en-US-u-ca-buddhist')).toBe(
      'every year on November 24, until January 1, 2030',
    );
  });

  test('are whole sentences for any rule', () => {
    fc.assert(
      fc.property(anySeries, ({ rule, start }) => {
        const text = repeatInWords(rule, start, 'en-GB');
        expect(text).toMatch(/^every \S/);
        expect(text).not.toMatch(/undefined|null|NaN| {2}|,,/);
      }),
    );
  });
});

describe('the usual rules', () => {
  test.each([
    [
      '2026-11-24',
      ['every day', 'every weekday', 'every Tuesday', 'every 24th', 'every year on 24 November'],
    ],
    [
      '2024-02-29',
      [
        'every day',
        'every weekday',
        'every Thursday',
        "every 29th (or the month's last day)",
        "every year on 29 February (or the month's last day)",
      ],
    ],
  ])('[R6] of %s', (day, expected) => {
    const date = day as CalendarDay;
    expect(usualRules(date).map((rule) => repeatInWords(rule, { date, time: null }, 'en-GB'))).toEqual(
      expected,
    );
    for (const rule of usualRules(date)) expect(parseRule(printRule(rule))).toEqual({ kind: 'rule', rule });
  });
});
