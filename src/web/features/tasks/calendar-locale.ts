import type { Formatters, Labels } from 'react-day-picker';
import { addDays, toUtcDate, type CalendarDay } from '#src/domain/calendar-day.ts';

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface CalendarLocale {
  readonly weekStartsOn: WeekDay;
  readonly formatters: Partial<Formatters>;
  readonly labels: Partial<Labels>;
}

/** The calendar in the browser's language, in UTC, through Intl: the picker's own languages would be a chunk each. */
export function calendarLocale(locale: string = navigator.language): CalendarLocale {
  const timeZone = 'UTC';
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: 'long', year: 'numeric' });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'narrow' });
  const weekdayInFull = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' });
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' });
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

/** 0 is Sunday. */
export function firstDayOfWeek(locale: string): WeekDay {
  return (weekOf(locale).firstDay % 7) as WeekDay;
}

/** The first working day of the week after the one that `day` lies in, as the locale counts weeks and weekends. */
export function nextWeek(day: CalendarDay, locale: string = navigator.language): CalendarDay {
  const { firstDay, weekend } = weekOf(locale);
  const start = addDays(day, 7 - ((isoWeekday(day) - firstDay + 7) % 7));
  const week = [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(start, count));
  return week.find((day) => !weekend.includes(isoWeekday(day))) ?? start;
}

interface Week {
  /** Weekdays as in ISO 8601: 1 is Monday, 7 Sunday. */
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** As in ISO 8601 where the browser does not know. */
function weekOf(locale: string): Week {
  const { getWeekInfo } = new Intl.Locale(locale) as { getWeekInfo?: () => Week };
  return getWeekInfo?.call(new Intl.Locale(locale)) ?? { firstDay: 1, weekend: [6, 7] };
}

function isoWeekday(day: CalendarDay): number {
  return toUtcDate(day).getUTCDay() || 7;
}
