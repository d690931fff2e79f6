import * as fc from 'fast-check';
import { addDays, FIRST_DAY, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { timeText, type Due } from '#src/domain/repeat/due.ts';
import { EVERY, FREQUENCIES, type NthWeekday, type Rule, type Weekday } from '#src/domain/repeat/rule.ts';

/** A rule, the start of its series, and the first moment of the occurrences that are asked for. */
export interface Series {
  readonly rule: Rule;
  readonly start: Due;
  readonly from: Due;
}

const weekday = fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<Weekday>;
const time = fc.nat(1_439).map(timeText);

/** Days from 1990 to 2030, with many last days of months. */
export const someDay: fc.Arbitrary<CalendarDay> = fc.oneof(
  fc.integer({ min: 726_468, max: 741_077 }).map((day) => addDays(FIRST_DAY, day)),
  fc
    .record({ year: fc.integer({ min: 1990, max: 2030 }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => {
      const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
      return addDays(next as CalendarDay, -1);
    }),
);

export const someDue: fc.Arbitrary<Due> = fc.record({ date: someDay, time: fc.option(time) });

/** A series of any possible rule, with common parts more often than rare ones. */
export const anySeries: fc.Arbitrary<Series> = fc
  .record({ rule: anyRule(), start: someDue, lifetime: fc.nat(3_000), ahead: fc.nat(4_000) })
  .map(({ rule, start, lifetime, ahead }) => {
    const until = rule.until && { ...rule.until, date: addDays(start.date, lifetime) };
    return { rule: { ...rule, until }, start, from: { ...start, date: addDays(start.date, ahead) } };
  });

function anyRule(): fc.Arbitrary<Rule> {
  return fc
    .record({
      freq: fc.constantFrom(...FREQUENCIES),
      interval: fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 3, arbitrary: fc.integer({ min: 2, max: 5 }) },
        { weight: 1, arbitrary: fc.integer({ min: 6, max: 400 }) },
      ),
      byMonth: some(fc.integer({ min: 1, max: 12 }), 4),
      byMonthDay: some(signed(31), 4),
      weekdays: some(weekday, 4),
      nth: fc.array(fc.oneof(fc.constant(0), signed(5), signed(53)), { minLength: 4, maxLength: 4 }),
      byHour: some(fc.integer({ min: 0, max: 23 }), 3),
      byMinute: some(fc.integer({ min: 0, max: 59 }), 3),
      bySetPos: some(fc.oneof({ weight: 4, arbitrary: signed(2) }, { weight: 1, arbitrary: signed(40) }), 2),
      end: fc.option(
        fc.oneof(
          fc.integer({ min: 1, max: 40 }).map((count) => ({ count })),
          someDue.map((until) => ({ until })),
        ),
      ),
      weekStart: fc.oneof(fc.constant<Weekday>(0), weekday),
      clamp: fc.boolean(),
    })
    .map(({ weekdays, nth, end, ...rest }): Rule => {
      const { freq, byMonth, byHour, byMinute } = rest;
      const hasNth = freq === 'MONTHLY' || freq === 'YEARLY';
      const most = freq === 'MONTHLY' || byMonth.length > 0 ? 5 : 53;
      const byDay = weekdays.map((weekday, i): NthWeekday => {
        const n = hasNth ? (nth[i] ?? 0) : 0;
        return { weekday, nth: Math.abs(n) <= most ? n : 0 };
      });
      const byMonthDay = freq === 'WEEKLY' ? [] : rest.byMonthDay;
      const isLimited = [byMonth, byMonthDay, byDay, byHour, byMinute].some(({ length }) => length > 0);
      return { ...EVERY, ...rest, byDay, byMonthDay, bySetPos: isLimited ? rest.bySetPos : [], ...end };
    });
}

/** Often an empty list, else up to `most` values, sorted and without duplicates. */
function some<T extends number>(of: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> {
  const values = fc
    .uniqueArray(of, { minLength: 1, maxLength: most })
    .map((all) => all.toSorted((a, b) => a - b));
  return fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: values });
}

function signed(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: most }).chain((n) => fc.constantFrom(n, -n));
}
