import type { Weekday } from '#src/domain/repeat/rule.ts';
import { SETTINGS, type SettingValue } from '#src/tables/setting/setting.ts';
import { localeWeek, type Week } from '#src/web/ui/locale-week.ts';
import { useSetting } from './rows.ts';

/** The user's week: it begins on the chosen day, else as in their locale. */
export function weekOf(weekStart: SettingValue<'weekStart'>, locale: string = navigator.language): Week {
  const { firstDay, weekend } = localeWeek(locale);
  return { firstDay: SETTINGS.weekStart.indexOf(weekStart) || firstDay, weekend };
}

/** The first day of the user's weeks: 1 is Monday, 7 Sunday. */
export function useFirstWeekday(): number {
  return weekOf(useSetting('weekStart')).firstDay;
}

/** The first day of the week, for rules that count in weeks. */
export function weekdayOfStart(
  weekStart: SettingValue<'weekStart'>,
  locale: string = navigator.language,
): Weekday {
  return (weekOf(weekStart, locale).firstDay - 1) as Weekday;
}
