import { isReminderWays } from '#src/domain/remind/ways.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import { LIMITS } from './limits.ts';
import { parseTimeOfDay } from './time-of-day.ts';
import { isTimeZoneName } from './time-zone.ts';

export type Setting = Rows['setting'];

/** Numbers of tasks to choose among, 1 to `most`, as texts. */
function goalsTo(most: number): readonly [string, ...string[]] {
  return ['none', ...Array.from({ length: most }, (_, index) => String(index + 1))];
}

/** What users choose, by the id of its row, and among which values. The first holds until they choose. */
export const SETTINGS = {
  theme: ['system', 'light', 'dark'],
  /** The weekdays are in the order of ISO 8601, so that the place of each is its number. */
  weekStart: ['locale', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  clock: ['locale', '12', '24'],
  /** How many tasks the user wants to complete a day, and a week. */
  dayGoal: goalsTo(50),
  weekGoal: goalsTo(200),
  /** Whose signs mean a collection, a label and the like in quick add. */
  quickAddSigns: ['todoist', 'things', 'ticktick', 'super-productivity', 'vikunja'],
  quickAddLanguage: ['locale', 'en', 'de', 'es', 'fr', 'pt', 'nl'],
  /** The order of month, day and year in a date in numbers. */
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

/** Settings of which there are more values than could be listed, and what each takes. Nothing holds until one is chosen. */
const OPEN_SETTINGS = {
  /** The time zone by which reminders come (an IANA name): the user chooses it, or the first device that has reminders says its own. */
  zone: isTimeZoneName,
  /** How many minutes before its time to remind of a task that has no reminder of its own. */
  remindBefore: (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= LIMITS.minutesBefore,
  /** The time (HH:MM) at which to tell each day what is due. */
  dailyBrief: (value: string) => parseTimeOfDay(value) !== null,
  /** The ways to remind, in this order: a word each, with blanks between them. */
  reminderWays: isReminderWays,
  /** `hidden`: what is sent says nothing of the task. */
  reminderText: (value: string) => value === 'shown' || value === 'hidden',
} as const satisfies Record<string, (value: string) => boolean>;

export type OpenSettingName = keyof typeof OPEN_SETTINGS;

export function isOpenSettingName(name: string): name is OpenSettingName {
  return Object.hasOwn(OPEN_SETTINGS, name);
}

/** Null for a value that this app does not know, and where nothing is chosen. */
export function readOpenSetting(name: OpenSettingName, value: string | undefined): string | null {
  return value !== undefined && OPEN_SETTINGS[name](value) ? value : null;
}

/** The settings that a file has: by which zone reminders come is asked where it is read. */
export const FILE_SETTINGS: readonly (SettingName | OpenSettingName)[] = [
  ...SETTING_NAMES,
  ...(Object.keys(OPEN_SETTINGS) as OpenSettingName[]).filter((name) => name !== 'zone'),
];

/** What a file or a row says of a setting by this name; null where this app does not know it, or where nothing is chosen. */
export function readFileSetting(name: string, value: string | undefined): string | null {
  if (isSettingName(name)) return readSetting(name, value);
  return isOpenSettingName(name) && FILE_SETTINGS.includes(name) ? readOpenSetting(name, value) : null;
}
