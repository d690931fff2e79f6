import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { anySeries, someDue } from '#src/domain/repeat/testing/arbitrary-rule.ts';
import { afterCompletion, afterSkip, beginRepeat, type Repeat } from './complete.ts';
import { minuteOf, type Due } from './due.ts';
import { isTimed, occurrencesFrom } from './occurrences.ts';
import { parseRule, printRule } from './rule.ts';

function due(text: string): Due {
  const [date, time = null] = text.split('T');
  return { date: date as CalendarDay, time };
}

function text({ date, time }: Due): string {
  return time === null ? date : `${date}T${time}`;
}

/** `every ...` counts from the date, `every! ...` from the completion. */
function repeat(ruleText: string, start: string, repeatFrom: Repeat['repeatFrom'] = 'date'): Repeat {
  const parsed = parseRule(ruleText);
  const begun = parsed.kind === 'rule' && beginRepeat(parsed.rule, repeatFrom, due(start));
  if (!begun) throw new Error(`${ruleText} does not begin`);
  return begun;
}

/** The due time of the task after each completion. */
function completed(first: Repeat, ...at: string[]): (string | null)[] {
  let now: Repeat | null = first;
  return at.map((moment) => {
    now = now && afterCompletion(now, due(moment));
    return now && text(now.occurrence);
  });
}

const CLAMP = 'RSCALE=GREGORIAN;SKIP=BACKWARD';

describe('a task that gets a rule', () => {
  test('is due the first time from its date on', () => {
    expect(repeat('FREQ=WEEKLY;BYDAY=FR', '2026-11-24').occurrence).toEqual(due('2026-11-27'));
    expect(repeat('FREQ=DAILY', '2026-11-24T09:00').occurrence).toEqual(due('2026-11-24T09:00'));
    expect(repeat('FREQ=HOURLY', '2026-11-24').occurrence).toEqual(due('2026-11-24T00:00'));
  });

  test('gets no repeat from a rule that never comes', () => {
    const parsed = parseRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
    expect(parsed.kind === 'rule' && beginRepeat(parsed.rule, 'date', due('2026-11-24'))).toBeNull();
  });
});

describe('counted from the date', () => {
  test('[R2] the next time is the one after this, however early or late', () => {
    const weekly = repeat('FREQ=WEEKLY', '2026-11-24');
    expect(completed(weekly, '2026-11-20T10:00', '2026-12-01T23:59', '2026-12-15T10:00')).toEqual([
      '2026-12-01',
      '2026-12-08',
      '2026-12-15',
    ]);
  });

  test('[R2] past times are passed over; today is not past', () => {
    const daily = repeat('FREQ=DAILY', '2026-11-20');
    expect(completed(daily, '2026-11-24T23:59')).toEqual(['2026-11-24']);
    expect(completed(repeat('FREQ=WEEKLY', '2026-11-02'), '2026-11-24T10:00')).toEqual(['2026-11-30']);
  });

  test('[R2] with a time, an earlier time of today is past', () => {
    const daily = repeat('FREQ=DAILY', '2026-11-20T09:00');
    expect(completed(daily, '2026-11-24T08:59')).toEqual(['2026-11-24T09:00']);
    expect(completed(daily, '2026-11-24T09:00')).toEqual(['2026-11-24T09:00']);
    expect(completed(daily, '2026-11-24T09:01')).toEqual(['2026-11-25T09:00']);
    expect(completed(repeat('FREQ=HOURLY;INTERVAL=5', '2026-11-24T09:00'), '2026-11-24T21:00')).toEqual([
      '2026-11-25T00:00',
    ]);
  });

  test('[R1] the anchor stays', () => {
    const monthly = repeat(`FREQ=MONTHLY;${CLAMP}`, '2026-01-31');
    expect(completed(monthly, '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30')).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  test('[R5] moved for this time only, it comes again at its next regular time', () => {
    // Due on Monday, and moved to the Friday before or to Tuesday of the next week: it still counts as that
    // Monday.
    const weekly = repeat('FREQ=WEEKLY', '2026-11-23T09:00');
    expect(completed(weekly, '2026-11-20T12:00')).toEqual(['2026-11-30T09:00']);
    expect(completed(weekly, '2026-12-01T12:00')).toEqual(['2026-12-07T09:00']);
  });

  test('[R5] it is completed for good once COUNT or UNTIL is reached', () => {
    const twice = repeat('FREQ=DAILY;COUNT=2', '2026-11-24');
    expect(completed(twice, '2026-11-24', '2026-11-25')).toEqual(['2026-11-25', null]);
    expect(completed(repeat('FREQ=DAILY;UNTIL=20261125', '2026-11-24'), '2026-11-26')).toEqual([null]);
  });

  test('[R5] skipping continues as completing does', () => {
    const weekly = repeat('FREQ=WEEKLY;COUNT=2', '2026-11-24');
    const second = afterSkip(weekly, due('2026-11-20T10:00'));
    expect(second?.occurrence).toEqual(due('2026-12-01'));
    expect(second && afterSkip(second, due('2026-11-20T10:00'))).toBeNull();
  });
});

describe('counted from the completion', () => {
  test.each([
    ['FREQ=DAILY;INTERVAL=3', '2026-11-24', '2026-11-27T10:00', '2026-11-30'],
    ['FREQ=DAILY;INTERVAL=3', '2026-11-24', '2026-11-20T10:00', '2026-11-23'],
    ['FREQ=DAILY;INTERVAL=3', '2026-11-24T09:00', '2026-11-27T07:00', '2026-11-30T09:00'],
    ['FREQ=WEEKLY', '2026-11-24', '2026-11-27T10:00', '2026-12-04'],
    ['FREQ=WEEKLY;BYDAY=FR', '2026-11-27', '2026-11-30T10:00', '2026-12-04'],
    [`FREQ=MONTHLY;${CLAMP}`, '2026-01-15', '2026-01-31T10:00', '2026-02-28'],
    ['FREQ=HOURLY;INTERVAL=2', '2026-11-24T09:00', '2026-11-24T10:10', '2026-11-24T12:10'],
    ['FREQ=HOURLY;INTERVAL=2', '2026-11-24T14:00', '2026-11-24T10:10', '2026-11-24T12:10'],
    ['FREQ=DAILY;BYHOUR=9,17', '2026-11-24', '2026-11-24T12:00', '2026-11-24T17:00'],
    ['FREQ=DAILY;BYHOUR=9,17', '2026-11-24', '2026-11-24T08:00', '2026-11-24T17:00'],
    // Due in the evening, and completed on the next morning.
    ['FREQ=DAILY;BYHOUR=9,17', '2026-11-24T17:00', '2026-11-25T10:00', '2026-11-25T17:00'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30', '2026-11-24T17:30', '2026-11-25T10:00', '2026-11-25T17:00'],
    ['FREQ=DAILY;INTERVAL=3;BYHOUR=9', '2026-11-24T09:00', '2026-11-27T07:00', '2026-11-30T09:00'],
  ])('[R1] %s, due %s, completed %s, is due %s', (ruleText, start, now, next) => {
    expect(completed(repeat(ruleText, start, 'completion'), now)).toEqual([next]);
  });

  test('[R5] each completion lowers COUNT by one', () => {
    const thrice = repeat('FREQ=DAILY;INTERVAL=3;COUNT=3', '2026-11-24', 'completion');
    const second = afterCompletion(thrice, due('2026-11-26T10:00'));
    expect(second && printRule(second.rule)).toBe('FREQ=DAILY;INTERVAL=3;COUNT=2');
    expect(second && occurrencesFrom(second.rule, second.start, second.start, 9).map(text)).toEqual([
      '2026-11-29',
      '2026-12-02',
    ]);
    expect(completed(thrice, '2026-11-26', '2026-11-29', '2026-12-02')).toEqual([
      '2026-11-29',
      '2026-12-02',
      null,
    ]);
  });

  test('[R5] skipping never brings it back before it was due', () => {
    const weekly = repeat('FREQ=DAILY;INTERVAL=3', '2026-11-24', 'completion');
    expect(afterSkip(weekly, due('2026-11-20T10:00'))?.occurrence).toEqual(due('2026-11-27'));
    expect(afterSkip(weekly, due('2026-11-30T10:00'))?.occurrence).toEqual(due('2026-12-03'));
  });
});

test('[R2] the next time of any series is later than its last time, and not past', () => {
  fc.assert(
    fc.property(
      anySeries,
      someDue,
      fc.constantFrom('date' as const, 'completion' as const),
      (series, now, from) => {
        const { rule, start } = series;
        const first = beginRepeat(rule, from, start);
        const next = first && afterCompletion(first, now);
        fc.pre(first !== null && next !== null);
        const present = isTimed(rule, start) ? now : { ...now, time: null };
        expect(minuteOf(next.occurrence)).toBeGreaterThanOrEqual(minuteOf(present));
        const least = from === 'date' ? minuteOf(first.occurrence) : minuteOf(present);
        expect(minuteOf(next.occurrence)).toBeGreaterThan(least);
        expect(occurrencesFrom(next.rule, next.start, next.occurrence, 1)).toEqual([next.occurrence]);
      },
    ),
  );
});
