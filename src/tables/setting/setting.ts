import { isReminderWays } from './reminder-ways.ts';
import type { Rows } from '#src/tables/tables.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { LANGUAGES, STYLES } from '#src/domain/quick-add/types.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { isTimeZoneName } from '#src/domain/time/time-zone.ts';

export type Setting = Rows['setting'];

/** The choices for a goal: none, and 1 to `most` as texts. */
function goalsTo(most: number): readonly [string, ...string[]] {
  return ['none', ...Array.from({ length: most }, (_, index) => String(index + 1))];
}

/** The settings by the id of their row, with their values. The first value holds until the user chooses. */
export const SETTINGS = {
  theme: ['system', 'light', 'dark'],
  /** The room of a task in lists. */
  density: ['comfortable', 'compact'],
  /** In the order of ISO 8601, so that the index of a weekday is its number. */
  weekStart: ['locale', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  clock: ['locale', '12', '24'],
  /** The number of tasks to complete in a day, and in a week. */
  dayGoal: goalsTo(50),
  weekGoal: goalsTo(200),
  /** The app whose signs quick add reads. */
  quickAddSigns: STYLES,
  quickAddLanguage: ['locale', ...LANGUAGES],
  /** The order of month, day and year in a date in numbers. */
  numericOrder: ['locale', 'mdy', 'dmy', 'ymd'],
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<N extends SettingName> = (typeof SETTINGS)[N][number];

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Null for a setting or a value that this app does not know, and without a choice. */
export function readSetting<N extends SettingName>(
  name: N,
  value: string | undefined,
): SettingValue<N> | null {
  const values: readonly SettingValue<N>[] = SETTINGS[name];
  return values.find((known) => known === value) ?? null;
}

/** The value in force, from the row of the setting if there is one. */
export function settingOf<N extends SettingName>(name: N, row: Setting | undefined): SettingValue<N> {
  return readSetting(name, row?.value) ?? SETTINGS[name][0];
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Settings with more values than a list can hold, each with its check. Null until the user chooses. */
const OPEN_SETTINGS = {
  /**
   * The time zone of reminders (an IANA name), from the user or else from the first device with reminders.
   */
  zone: isTimeZoneName,
  /** The default number of minutes before a task's time, for tasks without a reminder of their own. */
  remindBefore: (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= LIMITS.minutesBefore,
  /** The time (HH:MM) of the daily brief. */
  dailyBrief: (value: string) => parseTimeOfDay(value) !== null,
  /** The reminder ways in their order, with blanks between them. */
  reminderWays: isReminderWays,
  /** `hidden`: messages do not name the task. */
  reminderText: (value: string) => value === 'shown' || value === 'hidden',
} as const satisfies Record<string, (value: string) => boolean>;

export type OpenSettingName = keyof typeof OPEN_SETTINGS;

export function isOpenSettingName(name: string): name is OpenSettingName {
  return Object.hasOwn(OPEN_SETTINGS, name);
}

/** Null for a value that this app does not know, and without a choice. */
export function readOpenSetting(name: OpenSettingName, value: string | undefined): string | null {
  return value !== undefined && OPEN_SETTINGS[name](value) ? value : null;
}

/** The settings of a data file. The zone of reminders is asked for on import instead. */
export const FILE_SETTINGS: readonly (SettingName | OpenSettingName)[] = [
  ...SETTING_NAMES,
  ...(Object.keys(OPEN_SETTINGS) as OpenSettingName[]).filter((name) => name !== 'zone'),
];

/**
 * The value of a setting in a file or a row; null for a setting or a value that this app does not know, and
 * without a choice.
 */
export function readFileSetting(name: string, value: string | undefined): string | null {
  if (isSettingName(name)) return readSetting(name, value);
  return isOpenSettingName(name) && FILE_SETTINGS.includes(name) ? readOpenSetting(name, value) : null;
}
