import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { SettingValue } from '#src/tables/setting/setting.ts';
import { daysFrom, isoWeekday, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { weekOf } from '#src/web/data/week-start.ts';

/** The first working day of the week after the week of `day`. The locale decides on the days of the weekend. */
export function nextWeek(
  day: CalendarDay,
  weekStart: SettingValue<'weekStart'>,
  locale: string = navigator.language,
): CalendarDay {
  const { firstDay, weekend } = weekOf(weekStart, locale);
  const start = addDays(startOfWeek(day, firstDay), 7);
  return daysFrom(start).find((each) => !weekend.includes(isoWeekday(each))) ?? start;
}
