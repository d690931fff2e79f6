import type { Formatters, Labels } from 'react-day-picker';
import type { SettingValue } from '#src/tables/setting/setting.ts';
import { weekOf } from '#src/web/data/week-start.ts';
import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { dayFormat } from '#src/web/ui/day-format.ts';

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface CalendarLocale {
  readonly weekStartsOn: WeekDay;
  readonly formatters: Partial<Formatters>;
  readonly labels: Partial<Labels>;
}

/** The calendar in the language of the interface, in UTC, with the weeks of the browser's. Its texts come from Intl, since each of the picker's own languages would be a chunk. */
export function calendarLocale(
  weekStart: SettingValue<'weekStart'>,
  locale: string = navigator.language,
): CalendarLocale {
  const texts = interfaceLocale(locale);
  const month = dayFormat({ month: 'long', year: 'numeric' }, texts);
  const weekday = dayFormat({ weekday: 'narrow' }, texts);
  const weekdayInFull = dayFormat({ weekday: 'long' }, texts);
  const day = dayFormat({ dateStyle: 'full' }, texts);
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
