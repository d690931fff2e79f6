import { settingOf, type SettingName } from '#src/tables/setting/setting.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { numericOrder, quickAddLanguage } from './quick-add-settings.ts';
import { weekdayOfStart } from './week-start.ts';

/** The user's settings and today, which typed days and repeats are read by. */
export function dayContextOf(replica: Replica): DayContext {
  const locale = navigator.language;
  const setting = <N extends SettingName>(name: N) => settingOf(name, replica.get('setting', name));
  const at = new Date();
  return {
    now: { date: replica.lists.days.now, minute: at.getHours() * 60 + at.getMinutes() },
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    weekStart: weekdayOfStart(setting('weekStart'), locale),
    order: numericOrder(setting('numericOrder'), locale),
    language: quickAddLanguage(setting('quickAddLanguage'), locale),
  };
}
