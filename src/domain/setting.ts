import type { Rows } from '#src/domain/schema/index.ts';

export type Setting = Rows['setting'];

/** What users choose, by the id of its row, and among which values. The first holds until they choose. */
export const SETTINGS = {
  theme: ['system', 'light', 'dark'],
  /** In the order of ISO 8601, so that a weekday's place is its number. */
  weekStart: ['locale', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  clock: ['locale', '12', '24'],
  /** Whose signs mean a collection, a label and the like in quick add. */
  quickAddSigns: ['todoist', 'things', 'ticktick', 'super-productivity', 'vikunja'],
  quickAddLanguage: ['locale', 'en', 'de', 'es', 'fr', 'pt', 'nl'],
  /** In which order a date in numbers has month, day and year. */
  numericOrder: ['locale', 'mdy', 'dmy', 'ymd'],
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<N extends SettingName> = (typeof SETTINGS)[N][number];

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Null for a setting or a value that this app does not know, and where nothing is chosen. */
export function readSetting<N extends SettingName>(
  name: N,
  value: string | undefined,
): SettingValue<N> | null {
  const values: readonly SettingValue<N>[] = SETTINGS[name];
  return values.find((known) => known === value) ?? null;
}

/** What holds, by the row of the setting, if there is one. */
export function settingOf<N extends SettingName>(name: N, row: Setting | undefined): SettingValue<N> {
  return readSetting(name, row?.value) ?? SETTINGS[name][0];
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
