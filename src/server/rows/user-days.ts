import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import type { Weekday } from '#src/domain/repeat/rule.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import { minutesOf, parseTimeOfDay, timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import { readOpenSetting, SETTINGS, settingOf, type Setting } from '#src/tables/setting/setting.ts';

/**
 * The facts that give days their meaning for a user at an instant, ms since 1970 UTC: the user's settings, and English
 * words. A zone that this server does not know counts as UTC.
 */
export function userDays(settingWithId: (id: string) => Setting | undefined, at: number): DayContext {
  const zone = readOpenSetting('zone', settingWithId('zone')?.value) ?? 'UTC';
  const order = settingOf('numericOrder', settingWithId('numericOrder'));
  // `locale` comes first, and then Monday.
  const weekStart = SETTINGS.weekStart.indexOf(settingOf('weekStart', settingWithId('weekStart'))) - 1;
  const local = localTimeAt(at, zone) ?? localTimeAt(at, 'UTC');
  if (!local) throw new Error('This server does not know UTC.');
  return {
    now: { date: local.date, minute: minutesOf(parseTimeOfDay(local.time) ?? timeOfMinutes(0)) },
    zone,
    order: order === 'locale' ? 'dmy' : order,
    weekStart: Math.max(0, weekStart) as Weekday,
    language: 'en',
  };
}
