import {
  isOpenSettingName,
  isSettingName,
  type OpenSettingName,
  type SettingName,
} from '#src/domain/setting.ts';

/** What the settings are called. */
export const SETTING_TITLES: Readonly<Record<SettingName, string>> = {
  theme: 'Theme',
  weekStart: 'First day of the week',
  clock: 'Clock',
  dayGoal: 'Goal a day',
  weekGoal: 'Goal a week',
  numericOrder: 'Dates in numbers',
  quickAddLanguage: 'Language of quick add',
  quickAddSigns: 'Signs in quick add',
};

const OPEN_NAMES: Readonly<Record<OpenSettingName, string>> = {
  zone: 'Time zone',
  remindBefore: 'Default reminder (minutes before)',
  dailyBrief: 'Daily brief',
  reminderWays: 'Order of reminders',
  reminderText: 'Text in reminders',
};

/** The name of a setting; its id where only a newer app knows it. */
export function settingName(id: string): string {
  if (isOpenSettingName(id)) return OPEN_NAMES[id];
  return isSettingName(id) ? SETTING_TITLES[id] : id;
}
