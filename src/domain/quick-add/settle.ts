import { printRule, type Rule } from '#src/domain/repeat/rule.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { firstOf } from './fields.ts';
import type { Found, Reading } from './reading.ts';
import type { DayContext } from './types.ts';

/**
 * The chosen readings with the rule of their repeat as the day and time beside it decide: `for 5 days` counts
 * from the first time, `every 30 minutes` from the named one.
 */
export function settled(chosen: readonly Reading[], context: DayContext): readonly Reading[] {
  const found = chosen.flatMap((one) => one.found);
  const date = (found.find(({ kind }) => kind === 'date')?.value ?? null) as CalendarDay | null;
  const time = (found.find(({ kind }) => kind === 'time')?.value ?? null) as TimeOfDay | null;
  return chosen.map((reading) => {
    const { repeat } = reading;
    if (!repeat?.length && !repeat?.step) return reading;
    const stepped: Rule = repeat.step
      ? { ...repeat.rule, byMinute: minutesOfSteps(repeat.step, time) }
      : repeat.rule;
    const endless: Rule = { ...stepped, until: null };
    const first = repeat.length && firstOf({ rule: endless, start: repeat.start }, date, time, context);
    const last = first ? repeat.length?.(first) : null;
    const rule = last ? { ...stepped, until: { date: last, time: null } } : stepped;
    const value = printRule(rule);
    return {
      ...reading,
      repeat: { ...repeat, rule },
      found: reading.found.map((one): Found => (one.kind === 'repeat' ? { ...one, value } : one)),
    };
  });

  function minutesOfSteps(step: number, named: TimeOfDay | null): number[] {
    const minute = named === null ? context.now.minute : minutesOf(named);
    return Array.from({ length: 60 / step }, (_, i) => (minute % step) + i * step);
  }
}
