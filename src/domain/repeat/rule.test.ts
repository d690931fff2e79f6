import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '#src/domain/limits.ts';
import { EVERY, parseRule, printRule, type Rule } from './rule.ts';
import { anySeries } from '#src/domain/repeat/testing/arbitrary-rule.ts';

describe('a rule', () => {
  test('[R1] is read from its text', () => {
    const text =
      'FREQ=MONTHLY;INTERVAL=2;BYMONTH=1,6;BYMONTHDAY=-1,31;BYDAY=MO,-1FR;BYHOUR=9;BYMINUTE=30;BYSETPOS=-1;UNTIL=20270606;WKST=SU;RSCALE=GREGORIAN;SKIP=BACKWARD';
    const rule: Rule = {
      freq: 'MONTHLY',
      interval: 2,
      byMonth: [1, 6],
      byMonthDay: [-1, 31],
      byDay: [
        { weekday: 0, nth: 0 },
        { weekday: 4, nth: -1 },
      ],
      byHour: [9],
      byMinute: [30],
      bySetPos: [-1],
      count: null,
      until: { date: '2027-06-06' as never, time: null },
      weekStart: 6,
      clamp: true,
    };
    expect(parseRule(text)).toEqual({ kind: 'rule', rule });
    expect(printRule(rule)).toBe(text);
    expect(parseRule('FREQ=DAILY')).toEqual({ kind: 'rule', rule: { freq: 'DAILY', ...EVERY } });
  });

  test('stays the same after printing and reading', () => {
    fc.assert(
      fc.property(anySeries, ({ rule }) => {
        expect(parseRule(printRule(rule))).toEqual({ kind: 'rule', rule });
      }),
    );
  });

  test.each([
    ['freq=weekly;byday=th,mo,TH', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['INTERVAL=1;FREQ=DAILY', 'FREQ=DAILY'],
    ['FREQ=MONTHLY;BYDAY=+2MO,-1MO,MO', 'FREQ=MONTHLY;BYDAY=-1MO,MO,2MO'],
    ['FREQ=DAILY;INTERVAL=0010;COUNT=01', 'FREQ=DAILY;INTERVAL=10;COUNT=1'],
    ['FREQ=MONTHLY;BYMONTHDAY=+15,01,15', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT', 'FREQ=YEARLY'],
    ['RSCALE=GREGORIAN;FREQ=YEARLY', 'FREQ=YEARLY'],
    ['FREQ=WEEKLY;WKST=MO', 'FREQ=WEEKLY'],
    ['FREQ=DAILY;UNTIL=20270606T215959Z', 'FREQ=DAILY;UNTIL=20270606T215900'],
    ['FREQ=DAILY;UNTIL=20270606T000000', 'FREQ=DAILY;UNTIL=20270606T000000'],
  ])('has one text: %s is %s', (text, printed) => {
    const parsed = parseRule(text);
    expect(parsed.kind === 'rule' && printRule(parsed.rule)).toBe(printed);
    expect(printed.length).toBeLessThanOrEqual(text.length);
  });

  test.each([
    ['FREQ=MINUTELY;INTERVAL=15', ['FREQ']],
    ['FREQ=SECONDLY', ['FREQ']],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['BYWEEKNO']],
    ['FREQ=YEARLY;BYYEARDAY=1,100,-1', ['BYYEARDAY']],
    ['FREQ=DAILY;BYSECOND=0,30;X-NOTE=WHATEVER', ['BYSECOND', 'X-NOTE']],
    ['RSCALE=CHINESE;FREQ=YEARLY', ['RSCALE']],
    ['RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD', ['SKIP']],
    ['FREQ=DAILY;INTERVAL=10001', ['INTERVAL']],
    ['FREQ=DAILY;COUNT=99999999999', ['COUNT']],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,15,30,45,50', ['BYHOUR', 'BYMINUTE']],
    ['FREQ=DAILY;CONSTRUCTOR=1', ['CONSTRUCTOR']],
  ])('[R1] may be right and unknown: %s', (text, parts) => {
    expect(parseRule(text)).toEqual({ kind: 'unknown', parts });
  });

  test.each([
    ['', 'MALFORMED'],
    ['every friday', 'MALFORMED'],
    ['RRULE:FREQ=DAILY', 'MALFORMED'],
    ['FREQ=DAILY;;', 'MALFORMED'],
    ['FREQ=DAILY;INTERVAL', 'MALFORMED'],
    ['FREQ=DAILY;INTERVAL=2=3', 'MALFORMED'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'MALFORMED'],
    ['INTERVAL=2', 'MALFORMED'],
    [`FREQ=DAILY;X-A=${'A'.repeat(LIMITS.repeatRule)}`, 'TOO_LONG'],
    ['FREQ=FORTNIGHTLY', 'BAD_VALUE'],
    ['FREQ=DAILY;INTERVAL=0', 'BAD_VALUE'],
    ['FREQ=DAILY;INTERVAL=-1', 'BAD_VALUE'],
    ['FREQ=DAILY;INTERVAL=1.5', 'BAD_VALUE'],
    ['FREQ=DAILY;COUNT=0', 'BAD_VALUE'],
    ['FREQ=DAILY;BYMONTH=13', 'BAD_VALUE'],
    ['FREQ=DAILY;BYMONTH=0', 'BAD_VALUE'],
    ['FREQ=DAILY;BYMONTH=-1', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,,2', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYDAY=MONDAY', 'BAD_VALUE'],
    ['FREQ=DAILY;BYHOUR=24', 'BAD_VALUE'],
    ['FREQ=DAILY;BYMINUTE=60', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'BAD_VALUE'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367', 'BAD_VALUE'],
    ['FREQ=DAILY;UNTIL=20270230', 'BAD_VALUE'],
    ['FREQ=DAILY;UNTIL=2027-06-06', 'BAD_VALUE'],
    ['FREQ=DAILY;UNTIL=20270606T2400', 'BAD_VALUE'],
    ['FREQ=DAILY;WKST=XX', 'BAD_VALUE'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BAD_VALUE'],
    ['FREQ=DAILY;RSCALE=GREGORIAN;SKIP=SIDEWAYS', 'BAD_VALUE'],
    ['FREQ=DAILY;SKIP=BACKWARD', 'CONFLICT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270606', 'CONFLICT'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'CONFLICT'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'CONFLICT'],
    ['FREQ=DAILY;BYSETPOS=1', 'CONFLICT'],
  ])('is an error: %s', (text, code) => {
    expect(parseRule(text)).toMatchObject({ kind: 'error', code });
  });

  test('[R1] a semicolon at the end says nothing', () => {
    expect(parseRule('FREQ=DAILY;')).toEqual(parseRule('FREQ=DAILY'));
  });
});
