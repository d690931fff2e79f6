import { type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { minuteOf } from './due.ts';
import { withStart } from './periods.ts';
import { EVERY, type Rule } from './rule.ts';

/**
 * The most common rules for a task on `day`: every day, every weekday, every week on its weekday, every month
 * on its day, every year on its date. The last days of months stay the last ones in shorter months.
 */
export function usualRules(day: CalendarDay): readonly Rule[] {
  const start = minuteOf({ date: day, time: null });
  const weekdays = ([0, 1, 2, 3, 4] as const).map((weekday) => ({ weekday, nth: 0 }));
  const every = (freq: Rule['freq']) => {
    const rule = withStart({ ...EVERY, freq }, start);
    return { ...rule, clamp: rule.byMonthDay.some((dayOfMonth) => dayOfMonth > 28) };
  };
  return [
    every('DAILY'),
    { ...every('WEEKLY'), byDay: weekdays },
    every('WEEKLY'),
    every('MONTHLY'),
    every('YEARLY'),
  ];
}
