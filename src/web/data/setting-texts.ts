import {
  isOpenSettingName,
  isSettingName,
  readSetting,
  type OpenSettingName,
  type SettingName,
  type SettingValue,
} from '#src/domain/setting.ts';

type Texts = {
  readonly [N in SettingName]: {
    readonly name: string;
    readonly values: Readonly<Record<SettingValue<N>, string>>;
  };
};

/** What the settings and their values are called. */
export const SETTING_TEXTS: Texts = {
  theme: { name: 'Theme', values: { system: 'System', light: 'Light', dark: 'Dark' } },
  weekStart: {
    name: 'First day of the week',
    values: {
      locale: 'Automatic',
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
  },
  clock: { name: 'Clock', values: { locale: 'Automatic', '12': '12-hour', '24': '24-hour' } },
  dayGoal: { name: 'Goal a day', values: { none: 'No goal' } },
  weekGoal: { name: 'Goal a week', values: { none: 'No goal' } },
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
  return isSettingName(id) ? SETTING_TEXTS[id].name : id;
}

/** The words for a value; the value itself where only a newer app knows it. */
export function settingValueText(id: string, value: string): string {
  const known = isSettingName(id) ? readSetting(id, value) : null;
  if (known === null) return value || 'None';
  const values: Readonly<Record<string, string>> = SETTING_TEXTS[id as SettingName].values;
  return values[known] ?? value;
}
