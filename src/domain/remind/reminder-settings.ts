import { readOpenSetting, readSetting, type OpenSettingName } from '#src/domain/setting.ts';
import type { Clock, TimeOfDay } from '#src/domain/time-of-day.ts';
import { USUAL_WAYS, type ReminderWay } from './ways.ts';

/** What of a user's settings reminders go by. */
export interface ReminderSettings {
  /** Where the user is (an IANA name); null while no device has said. */
  readonly zone: string | null;
  /** How many minutes before its time to remind of a task without a reminder of its own; null for not at all. */
  readonly remindBefore: number | null;
  /** When to tell each day what is due; null for not at all. */
  readonly dailyBrief: TimeOfDay | null;
  readonly ways: readonly ReminderWay[];
  /** Whether what is sent names the task. */
  readonly isTextShown: boolean;
  readonly clock: Clock;
}

/** The settings that change when to remind. */
export const ALARM_SETTINGS: ReadonlySet<string> = new Set<OpenSettingName>([
  'zone',
  'remindBefore',
  'dailyBrief',
]);

/** `valueOf`: what the row of a setting says, if there is one. */
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
