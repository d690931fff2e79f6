import { readOpenSetting, readSetting, type OpenSettingName } from '#src/tables/setting/setting.ts';
import type { Clock, TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { USUAL_WAYS, type ReminderWay } from '#src/tables/setting/reminder-ways.ts';

/** The settings that reminders depend on. */
export interface ReminderSettings {
  /** The zone of the user (an IANA name); null until a device reports one. */
  readonly zone: string | null;
  /**
   * The default number of minutes before a task's time, for tasks without a reminder of their own; null for
   * none.
   */
  readonly remindBefore: number | null;
  /** The time of the daily brief; null for none. */
  readonly dailyBrief: TimeOfDay | null;
  readonly ways: readonly ReminderWay[];
  /** True when messages name the task. */
  readonly isTextShown: boolean;
  readonly clock: Clock;
}

/** The settings that change the times of alarms. */
export const ALARM_SETTINGS: ReadonlySet<string> = new Set<OpenSettingName>([
  'zone',
  'remindBefore',
  'dailyBrief',
]);

/** `valueOf` gives the value of a setting's row, if there is one. */
export function reminderSettings(valueOf: (name: string) => string | undefined): ReminderSettings {
  const open = (name: OpenSettingName) => readOpenSetting(name, valueOf(name));
  const minutes = open('remindBefore');
  const clock = readSetting('clock', valueOf('clock'));
  return {
    zone: open('zone'),
    remindBefore: minutes === null ? null : Number(minutes),
    dailyBrief: open('dailyBrief') as TimeOfDay | null,
    ways: (open('reminderWays')?.split(' ') as ReminderWay[] | undefined) ?? USUAL_WAYS,
    isTextShown: open('reminderText') !== 'hidden',
    clock: clock === '12' ? 12 : clock === '24' ? 24 : null,
  };
}
