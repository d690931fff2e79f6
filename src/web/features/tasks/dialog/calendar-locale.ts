import type { Formatters, Labels } from 'react-day-picker';
import type { SettingValue } from '#src/tables/setting/setting.ts';
import { weekOf } from '#src/web/data/week-start.ts';
import { dayFormat } from '#src/web/ui/day-format.ts';

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface CalendarLocale {
  readonly weekStartsOn: WeekDay;
  readonly formatters: Partial<Formatters>;
  readonly labels: Partial<Labels>;
}

/** The calendar in the browser's language, in UTC. Its texts come from Intl, since each of the picker's own languages would be a chunk. */
export function calendarLocale(
  weekStart: SettingValue<'weekStart'>,
  locale: string = navigator.language,
): CalendarLocale {
  const month = dayFormat({ month: 'long', year: 'numeric' }, locale);
  const weekday = dayFormat({ weekday: 'narrow' }, locale);
  const weekdayInFull = dayFormat({ weekday: 'long' }, locale);
  const day = dayFormat({ dateStyle: 'full' }, locale);
  return {
    // The picker counts days from Sunday, as 0.
    weekStartsOn: (weekOf(weekStart, locale).firstDay % 7) as WeekDay,
    formatters: {
      formatCaption: (date) => month.format(date),
      formatWeekdayName: (date) => weekday.format(date),
    },
    labels: {
      labelGrid: (date) => month.format(date),
      labelWeekday: (date) => weekdayInFull.format(date),
      labelDayButton: (date) => day.format(date),
    },
  };
}
