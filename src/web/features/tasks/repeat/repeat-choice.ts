import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { beginningOf } from '#src/domain/repeat/beginning.ts';
import { beginRepeat, type Repeat } from '#src/domain/repeat/complete.ts';
import { dueAt, minuteOf, type Due } from '#src/domain/repeat/due.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { parseRule, type Rule } from '#src/domain/repeat/rule.ts';
import { NO_REPEAT } from '#src/tables/task/task.ts';
import { columnsOfRepeat, repeatOf } from '#src/tables/task/task-repeat.ts';
import { readRepeat, type TypedRepeat } from '#src/domain/quick-add/read.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import { repeatInWords } from '#src/domain/repeat/words.ts';
import type { SettableIn } from '#src/tables/tables.ts';

/** The fields of a task that say when it is due and how it repeats. */
export type Repeating = Pick<
  SettableIn<'task'>,
  'date' | 'time' | 'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue'
>;

export type Choice =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'rule'; readonly next: readonly CalendarDay[] } & TypedRepeat)
  | { readonly kind: 'wrong'; readonly message: string };

const HOW_MANY_NEXT = 5;

/** The text of the field for a task: its rule in words, or the text of the rule if the words would be read as another rule. */
export function textOf(task: Repeating, context: DayContext): string {
  const repeat = repeatOf(task);
  if (!repeat) return task.repeat ?? '';
  const { rule, start, repeatFrom } = repeat;
  const words = repeatInWords({ ...rule, clamp: false }, { ...start, time: null }, 'en');
  const phrase = repeatFrom === 'completion' ? words.replace(/^every/, 'every!') : words;
  const read = readRepeat(phrase, { ...context, weekStart: rule.weekStart });
  return read && sameTimes(read.rule, rule, start) ? phrase : (task.repeat ?? '');
}

/**
 * Reads the text of the field, in words or as RFC 5545, for a task that is due on `due`. `kept`: the task, if the text is its own unchanged
 * rule, so that its series goes on.
 */
export function readChoice(
  text: string,
  due: Due,
  context: DayContext,
  kept: Repeating | null = null,
): Choice {
  if (text.trim() === '') return { kind: 'none' };
  const typed = readRepeat(text.slice(0, LIMITS.repeatRule), context) ?? readRule(text);
  if (!typed) return { kind: 'wrong', message: 'Please enter how often, such as “every first sunday”' };
  const first = startOf(typed, due, context);
  const series = kept && repeatOf(kept);
  // A rule that counts from the completion begins a new series each time.
  const next =
    series?.repeatFrom === 'date'
      ? [due, ...laterTimes(series)]
      : occurrencesFrom(typed.rule, first, first, HOW_MANY_NEXT);
  if (next.length === 0) return { kind: 'wrong', message: 'This day never comes. Please choose another one' };
  return { kind: 'rule', ...typed, next: next.map(({ date }) => date) };
}

/** The times of a series after the present one, which may have been moved. */
function laterTimes({ rule, start, occurrence }: Repeat): readonly Due[] {
  return occurrencesFrom(rule, start, dueAt(minuteOf(occurrence) + 1, true), HOW_MANY_NEXT - 1);
}

/** The fields of a task that is due on `due`, once it repeats by the choice. Its first time is on or after `due`. */
export function changesOf(
  choice: Choice,
  due: Due,
  context: Pick<DayContext, 'now'>,
): Omit<Repeating, 'date' | 'time'> & Partial<Repeating> {
  const begun =
    choice.kind === 'rule'
      ? beginRepeat(choice.rule, choice.repeatFrom, startOf(choice, due, context))
      : null;
  return begun ? { ...columnsOfRepeat(begun), repeatFrom: begun.repeatFrom } : NO_REPEAT;
}

function readRule(text: string): TypedRepeat | null {
  const parsed = parseRule(
    text
      .trim()
      .replace(/^RRULE:/i, '')
      .slice(0, LIMITS.repeatRule),
  );
  return parsed.kind === 'rule' ? { rule: parsed.rule, repeatFrom: 'date', start: null } : null;
}

/** The start of a rule: the day that it says, else the day of the task. An hourly rule without a time starts at the present minute. */
function startOf({ rule, start }: TypedRepeat, due: Due, { now }: Pick<DayContext, 'now'>): Due {
  return beginningOf(rule, start === null ? due : { ...due, date: start }, now.minute);
}

function sameTimes(a: Rule, b: Rule, start: Due): boolean {
  const dates = (rule: Rule) => JSON.stringify(occurrencesFrom(rule, start, start, 12));
  return a.count === b.count && dates(a) === dates(b);
}
