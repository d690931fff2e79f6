import { isViewSetting } from '#src/reading/lists/view-setting.ts';
import {
  isSettingName,
  readSetting,
  type SettingName,
  type SettingValue,
} from '#src/tables/setting/setting.ts';
import { settingName } from './setting-names.ts';
import { quote, type TableWords } from './table-words.ts';

/** The names of the values of settings. */
const TEXTS: { readonly [N in SettingName]: Readonly<Record<SettingValue<N>, string>> } = {
  theme: { system: 'System', light: 'Light', dark: 'Dark' },
  density: { comfortable: 'Comfortable', compact: 'Compact' },
  weekStart: {
    locale: 'Automatic',
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  clock: { locale: 'Automatic', '12': '12-hour', '24': '24-hour' },
  numericOrder: {
    locale: 'Automatic',
    mdy: 'Month, day, year',
    dmy: 'Day, month, year',
    ymd: 'Year, month, day',
  },
  quickAddLanguage: {
    locale: 'Automatic',
    en: 'English',
    de: 'Deutsch',
    es: 'Español',
    fr: 'Français',
    pt: 'Português',
    nl: 'Nederlands',
    it: 'Italiano',
    pl: 'Polski',
  },
  quickAddSigns: {
    todoist: 'Todoist',
    things: 'Things',
    ticktick: 'TickTick',
    'super-productivity': 'Super Productivity',
    vikunja: 'Vikunja',
  },
  dayGoal: { none: 'No goal' },
  weekGoal: { none: 'No goal' },
};

/** The words for a value; the value itself where only a newer app knows it. */
export function settingValueText(id: string, value: string): string {
  if (isViewSetting(id)) return value.replaceAll(' ', ', ').replaceAll(':', ': ') || 'Usual';
  const known = isSettingName(id) ? readSetting(id, value) : null;
  if (known === null) return value || 'None';
  const texts: Readonly<Record<string, string>> = TEXTS[id as SettingName];
  return texts[known] ?? value;
}

export const settingWords: TableWords<'setting'> = {
  operations: {
    set: {
      done: 'setting changed',
      told: 'changed #',
      remedies: { needs: 'nothing' },
      describe: ({ id, value }) => ({
        title: `Change setting ${quote(settingName(id))}`,
        details: [{ id: 'value', label: 'Choice', value: settingValueText(id, value ?? '') }],
      }),
    },
  },
  columns: {
    value: {
      label: 'Choice',
      tell: (value) => value,
      alone: (value, _, id) => settingValueText(id, value),
    },
  },
  changeText: ({ steps }) =>
    steps.length > 1 && steps.every((step) => step.name === 'setting.set') ? 'settings changed' : null,
};
