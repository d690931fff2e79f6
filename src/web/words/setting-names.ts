import { isViewSetting } from '#src/reading/lists/view-setting.ts';
import {
  isOpenSettingName,
  isSettingName,
  type OpenSettingName,
  type SettingName,
} from '#src/tables/setting/setting.ts';

/** The names of the settings. */
export const SETTING_TITLES: Readonly<Record<SettingName, string>> = {
  theme: 'Theme',
  density: 'Density',
  weekStart: 'First day of the week',
  clock: 'Clock',
  dayGoal: 'Daily goal',
  weekGoal: 'Weekly goal',
  numericOrder: 'Date format',
  quickAddLanguage: 'Quick-add language',
  quickAddSigns: 'Quick-add symbols',
};

const OPEN_NAMES: Readonly<Record<OpenSettingName, string>> = {
  zone: 'Time zone',
  remindBefore: 'Default reminder (minutes before)',
  dailyBrief: 'Daily brief',
  reminderWays: 'Order of reminders',
  reminderText: 'Task names in reminders',
};

/** The name of a setting; its id where only a newer app knows it. */
export function settingName(id: string): string {
  if (isOpenSettingName(id)) return OPEN_NAMES[id];
  if (isSettingName(id)) return SETTING_TITLES[id];
  return isViewSetting(id) ? `View of ${viewedName(id)}` : id;
}

function viewedName(id: string): string {
  const of = id.slice('view'.length);
  return VIEWED[of.length > 32 ? of.charAt(0) : of] ?? of;
}

/** The kinds of pages that belong to a row, by the first letter of their id. Other pages are named by their id. */
const VIEWED: Readonly<Record<string, string>> = { C: 'a collection', L: 'a label', F: 'a filter' };
