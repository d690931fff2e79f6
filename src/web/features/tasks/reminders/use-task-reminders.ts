import { alarmIdOf, defaultBefore, timeOfTask } from '#src/reading/remind/alarms.ts';
import { reminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { reminderText } from '#src/web/words/reminder.ts';
import { useReminders, useRow } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';

/** A reminder of a task as it is shown. */
export interface ShownReminder {
  /** Null for the default reminder, which a task with a time has until it has its own. */
  readonly id: string | null;
  readonly text: string;
  /** The time when the reminder is or was due, ms since 1970 UTC; null while the task has no time. */
  readonly dueAt: number | null;
  /** The id of the alarm at that time. */
  readonly alarm: string | null;
}

const MINUTE_MS = 60_000;

/** The reminders of a task, the earliest first; the default reminder if it has none. */
export function useTaskReminders(task: PlacedTask): readonly ShownReminder[] {
  const replica = useReplica();
  const rows = useReminders(task.id).flatMap((id) => replica.get('reminder', id) ?? []);
  const here = useTimeZone();
  const zone = useRow('setting', 'zone')?.value;
  const remindBefore = useRow('setting', 'remindBefore')?.value;
  const settings = reminderSettings((name) => (name === 'remindBefore' ? remindBefore : undefined));
  const time = timeOfTask(task, zone || here);
  const own = rows.map((row) => shown(task, row, time));
  const before = defaultBefore(rows, settings.remindBefore);
  if (before !== null && time !== null) {
    const dueAt = time - before * MINUTE_MS;
    const text = `${reminderText({ minutesBefore: before })}, as for all tasks with a time`;
    own.push({ id: null, text, dueAt, alarm: alarmIdOf(task.id, dueAt) });
  }
  // A reminder without a time yet comes last.
  return own.toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || 0);
}

function shown(task: PlacedTask, row: Rows['reminder'], time: number | null): ShownReminder {
  const { id, remindAt, minutesBefore, snoozes } = row;
  const before = time === null ? null : time - (minutesBefore ?? 0) * MINUTE_MS;
  const dueAt = remindAt ?? before;
  return {
    id,
    text: snoozes === null ? reminderText(row) : `Snoozed until ${reminderText(row)}`,
    dueAt,
    alarm: dueAt === null ? null : alarmIdOf(task.id, dueAt),
  };
}
