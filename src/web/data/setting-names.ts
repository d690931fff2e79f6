import { isSettingName, type SettingName } from '#src/domain/setting.ts';

/** What the settings are called. */
export const SETTING_TITLES: Readonly<Record<SettingName, string>> = {
  theme: 'Theme',
  weekStart: 'First day of the week',
  clock: 'Clock',
  numericOrder: 'Dates in numbers',
  quickAddLanguage: 'Language of quick add',
  quickAddSigns: 'Signs in quick add',
};

/** The name of a setting; its id where only a newer app knows it. */
export function settingName(id: string): string {
  return isSettingName(id) ? SETTING_TITLES[id] : id;
}
