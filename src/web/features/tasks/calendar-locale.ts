import type { Formatters, Labels } from 'react-day-picker';

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface CalendarLocale {
  readonly weekStartsOn: WeekDay;
  readonly formatters: Partial<Formatters>;
  readonly labels: Partial<Labels>;
}

/** The calendar in the browser's language, through Intl: the picker's own languages would be a chunk each. */
export function calendarLocale(locale: string = navigator.language): CalendarLocale {
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow' });
  const weekdayInFull = new Intl.DateTimeFormat(locale, { weekday: 'long' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  return {
    weekStartsOn: firstDayOfWeek(locale),
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

/** 0 is Sunday. Monday where the browser does not know. */
export function firstDayOfWeek(locale: string): WeekDay {
  const { getWeekInfo } = new Intl.Locale(locale) as { getWeekInfo?: () => { firstDay: number } };
  const info = getWeekInfo?.call(new Intl.Locale(locale));
  return ((info?.firstDay ?? 1) % 7) as WeekDay;
}
