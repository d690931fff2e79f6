import { clip } from '#src/domain/text/clip.ts';
import type { PushData, PushNotification } from '#src/reading/remind/push-message.ts';
import { localTimeAt } from '#src/domain/repeat/local-time.ts';
import { dueOf } from '#src/tables/task/task-repeat.ts';
import type { ReminderSettings } from '#src/reading/remind/reminder-settings.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { TimeAbove } from '#src/tables/task/time-above.ts';
import { formatTime, type TimeOfDay } from '#src/domain/time/time-of-day.ts';

/** A reminder that is later than this says so. */
const LATE_MS = 120_000;

export interface About {
  readonly alarm: string;
  readonly userId: string;
  readonly dueAt: number;
  readonly now: number;
  readonly publicUrl: string;
  readonly settings: Pick<ReminderSettings, 'zone' | 'clock' | 'isTextShown'>;
}

/**
 * The notification of a task. It says when it is late (rule N2), and hides the task where the user wants it
 * (N6).
 */
export function taskNotification(
  task: Pick<Task, 'id' | 'name' | 'date' | 'time' | 'zone' | 'repeat' | 'repeatDue'> & {
    readonly timeAbove: TimeAbove | null;
  },
  about: About,
): PushNotification {
  const { settings, publicUrl } = about;
  return {
    title: settings.isTextShown ? task.name : 'A task is due',
    body: bodyOf([timeOf(task, settings), latenessOf(about)], ' · ', `Reminder for ${dueTime(about)}`),
    navigate: `${publicUrl}/app/task/${task.id}`,
    ...commonOf(about, 'task'),
    data: {
      kind: 'task',
      alarm: about.alarm,
      taskId: task.id,
      due: task.repeat === null ? null : dueOf(task),
      above: task.timeAbove,
      zone: task.zone,
      userId: about.userId,
    },
  };
}

/** The daily brief: the number of due tasks, and the first of them. */
export function briefNotification(
  due: { readonly today: readonly Pick<Task, 'name'>[]; readonly overdue: number },
  about: About,
): PushNotification {
  const { settings, publicUrl } = about;
  const count = (n: number, what: string) => `${n} ${n === 1 ? 'task' : 'tasks'} ${what}`;
  const { today, overdue } = due;
  const names = settings.isTextShown ? today.slice(0, 5).map((task) => task.name) : [];
  const more = today.length - names.length;
  const lines = [
    ...names.map((name) => clip(name, 80)),
    ...(names.length > 0 && more > 0 ? [`and ${more} more`] : []),
    latenessOf(about),
  ];
  return {
    title: [
      ...(today.length > 0 ? [count(today.length, 'today')] : []),
      ...(overdue > 0 ? [count(overdue, 'overdue')] : []),
    ].join(', '),
    body: bodyOf(lines, '\n', 'Open Sunglow to see what is due.'),
    navigate: `${publicUrl}/app/today`,
    ...commonOf(about, 'brief'),
  };
}

/**
 * One message for the reminders past the rate: their number, and the first of them. `about` is that of the
 * first.
 */
export function moreNotification(count: number, names: readonly string[], about: About): PushNotification {
  const { settings, publicUrl } = about;
  const shown = settings.isTextShown ? names.slice(0, 5).map((name) => clip(name, 80)) : [];
  return {
    title: `And ${count} more ${count === 1 ? 'is' : 'are'} due`,
    body: bodyOf([...shown, latenessOf(about)], '\n', 'Open Sunglow to see them.'),
    navigate: `${publicUrl}/app/today`,
    ...commonOf(about, 'more'),
  };
}

/** The message of a way's test button: the reminder of a task, so that it fails where a reminder would. */
export function testNotification(about: About): PushNotification {
  const none = { date: null, time: null, zone: null, repeat: null, repeatDue: null, timeAbove: null };
  const task = { id: '', name: 'Reminders work', ...none };
  return {
    ...taskNotification(task, about),
    navigate: `${about.publicUrl}/app/account/reminders`,
    ...commonOf(about, 'test'),
  };
}

/** The parts that are not empty. Gotify and others take no message without a body. */
function bodyOf(parts: readonly string[], separator: string, otherwise: string): string {
  return parts.filter((part) => part !== '').join(separator) || otherwise;
}

function commonOf({ alarm, dueAt, userId }: Omit<About, 'settings'>, kind: PushData['kind']) {
  const data = { kind, alarm, taskId: null, due: null, above: null, zone: null, userId };
  return { tag: alarm, lang: 'en', timestamp: dueAt, data } as const;
}

function timeOf({ time }: Pick<Task, 'time'>, { clock }: About['settings']): string {
  return time === null ? '' : formatTime(time, clock, 'en-GB');
}

/** The due time, in the user's zone. */
function dueTime({ dueAt, settings: { zone, clock } }: About): string {
  const local = localTimeAt(dueAt, zone ?? 'UTC');
  return local ? formatTime(local.time as TimeOfDay, clock, 'en-GB') : 'now';
}

function latenessOf({ dueAt, now, settings: { zone, clock } }: About): string {
  if (now - dueAt < LATE_MS) return '';
  const local = localTimeAt(dueAt, zone ?? 'UTC');
  const today = localTimeAt(now, zone ?? 'UTC');
  if (!local || !today) return 'Late';
  const time = formatTime(local.time as TimeOfDay, clock, 'en-GB');
  return `Late: was to come at ${time}${local.date === today.date ? '' : ` on ${local.date}`}`;
}
