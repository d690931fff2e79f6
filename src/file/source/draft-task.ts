import { cleanText } from '#src/domain/clean-text.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { clip } from '#src/domain/text/clip.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { MAX_DURATION } from '#src/domain/time/duration.ts';
import type { SourceRepeat } from './rules.ts';
import type { Loss, ReadContext } from './source.ts';
import { instantOfWhen, type When } from './when.ts';

export type DraftReminder = { readonly minutesBefore: number } | { readonly at: number };

export interface DraftTask {
  readonly id: string;
  readonly name: string;
  /** Parts of the notes; a blank line comes between them. */
  readonly notes?: readonly string[];
  readonly collection: string;
  readonly section?: string | null;
  readonly parent?: string | null;
  /** True for a step or an indented line, which has no life of its own: it is completed with the task above. */
  readonly isPart?: boolean;
  readonly when?: When | null;
  readonly deadline?: CalendarDay | null;
  /** In minutes. */
  readonly duration?: number | null;
  readonly priority?: number;
  /** Names. */
  readonly labels?: readonly string[];
  readonly repeat?: SourceRepeat | null;
  readonly reminders?: readonly DraftReminder[];
  readonly createdAt?: number | null;
  readonly isDone?: boolean;
  readonly completedAt?: number | null;
}

/** Notes a loss of the task. */
export type Tell = (reason: Loss, detail?: string) => void;

/** The name in one line and the notes, as long as their columns take. */
export function textsOf({ name, notes = [] }: DraftTask, tell: Tell): { name: string; description: string } {
  const parts = notes.map(withoutBlankEnds).filter((part) => part !== '');
  const line = name.replaceAll(/\s+/g, (blank) => (/[\r\n\u2028\u2029]/.test(blank) ? ' ' : blank));
  if (line !== name) tell('NAME_IN_ONE_LINE');
  const short = clip(line, LIMITS.taskName);
  if (short !== line) {
    parts.unshift(line);
    tell('NAME_CUT');
  }
  const description = cleanText(parts.join('\n\n')).replaceAll(/\r\n?/g, '\n');
  if (description.length > LIMITS.taskDescription) tell('DESCRIPTION_CUT');
  return { name: short, description: clip(description, LIMITS.taskDescription) };
}

/** Blanks before the first word make code of it in Markdown, so that only whole lines of them are taken away. */
function withoutBlankEnds(text: string): string {
  return text.replace(/^(?:[^\S\r\n]*[\r\n])+/, '').trimEnd();
}

/** The times of creation and completion. None is in the future, and no task was completed before it was created. */
export function instantsOf(
  { createdAt = null, completedAt = null, isDone = false }: DraftTask,
  now: number,
  tell: Tell,
) {
  const created = createdAt === null ? null : Math.min(createdAt, now);
  if (!isDone) return created === null ? {} : { createdAt: created };
  if (completedAt === null) tell('NO_COMPLETION_TIME');
  const completed = Math.min(completedAt ?? created ?? now, now);
  return { createdAt: Math.min(created ?? completed, completed), completedAt: completed };
}

/** In whole minutes; null for none. */
export function durationOf({ duration = null }: DraftTask, tell: Tell): number | null {
  const minutes = duration === null ? 0 : Math.round(duration);
  if (minutes >= 1 && minutes <= MAX_DURATION) return minutes;
  if (minutes !== 0) tell('DURATION_LEFT_OUT', `${minutes} min`);
  return null;
}

type ReminderValue = { readonly remindAt: number } | { readonly minutesBefore: number };

/** Each reminder once. Minutes before the day of a task without a time become an instant. */
export function remindersOf(task: DraftTask, context: ReadContext, tell: Tell): readonly ReminderValue[] {
  const values = new Map<string, ReminderValue>();
  for (const reminder of task.reminders ?? []) {
    const value = reminderOf(reminder, task.when ?? null, context);
    if (value === null) tell('REMINDER_LEFT_OUT');
    else values.set(JSON.stringify(value), value);
  }
  if (task.repeat && [...values.values()].some((value) => 'remindAt' in value)) tell('REMINDER_ONCE');
  return [...values.values()];
}

function reminderOf(reminder: DraftReminder, when: When | null, context: ReadContext): ReminderValue | null {
  if ('at' in reminder) return reminder.at >= 0 ? { remindAt: Math.round(reminder.at) } : null;
  const minutes = Math.round(reminder.minutesBefore);
  if (when && when.time !== null)
    return minutes >= 0 && minutes <= LIMITS.minutesBefore ? { minutesBefore: minutes } : null;
  const day = when && instantOfWhen(when, context);
  return day === null ? null : { remindAt: day - minutes * 60_000 };
}
