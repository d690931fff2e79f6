import { dueAt, minuteOf, timeText, type Due } from './due.ts';
import { isTimed, nextOccurrence, occurrencesFrom } from './occurrences.ts';
import type { Rule } from './rule.ts';

/** The repeat of a task, beside its date and time. */
export interface Repeat {
  readonly rule: Rule;
  /** The origin of the next time: the date of this one, or its completion (`every!`). */
  readonly repeatFrom: 'date' | 'completion';
  /** The beginning of the series, with its time. */
  readonly start: Due;
  /**
   * The time of this occurrence by the rule. It stays, as `start` does, when the task is moved for this time
   * only.
   */
  readonly occurrence: Due;
}

/**
 * The repeat of a task that is due at `due` and gets a rule; its first occurrence is at `due` or later. Null
 * if the rule never comes.
 */
export function beginRepeat(rule: Rule, repeatFrom: Repeat['repeatFrom'], due: Due): Repeat | null {
  const [occurrence] = occurrencesFrom(rule, due, due, 1);
  return occurrence ? { rule, repeatFrom, start: due, occurrence } : null;
}

/**
 * The repeat after a completion at `now`, in local time like all others here. Null after the last time, by
 * COUNT or UNTIL. Past times are passed over and count; a time without a time of day is not past on its day.
 */
export function afterCompletion(repeat: Repeat, now: Due): Repeat | null {
  return repeat.repeatFrom === 'date' ? nextInSeries(repeat, now) : nextFrom(repeat, now);
}

/**
 * The repeat after a skip at `now`. If it counts from the completion, skipping counts as completing at the
 * due time, or now if that is later.
 */
export function afterSkip(repeat: Repeat, now: Due): Repeat | null {
  const { repeatFrom, occurrence } = repeat;
  if (repeatFrom === 'date') return nextInSeries(repeat, now);
  return nextFrom(repeat, minuteOf(occurrence) > minuteOf(now) ? occurrence : now);
}

function nextInSeries(repeat: Repeat, now: Due): Repeat | null {
  const { rule, start, occurrence } = repeat;
  const present = isTimed(rule, start) ? now : { ...now, time: null };
  const after = dueAt(Math.max(minuteOf(occurrence), minuteOf(present) - 1), true);
  const next = nextOccurrence(rule, start, after);
  return next && { ...repeat, occurrence: next };
}

/**
 * Begins a new series for the next time: counted from `done`, at the first hour of the old series, with one
 * time less left.
 */
function nextFrom(repeat: Repeat, done: Due): Repeat | null {
  const { rule, start, occurrence } = repeat;
  const isHourly = rule.freq === 'HOURLY';
  const [time = start.time] = rule.byHour.map((hour) => timeText(hour * 60 + (minuteOf(start) % 60)));
  const base = { date: done.date, time: isHourly ? done.time : time };
  // After an early completion, it does not come again at the same time of that day.
  const early = !isHourly && occurrence.date === done.date ? minuteOf(occurrence) : 0;
  const after = dueAt(Math.max(minuteOf(base), minuteOf(done), early), true);
  const next = rule.count === 1 ? null : nextOccurrence({ ...rule, count: null }, base, after);
  if (next === null) return null;
  const left = rule.count === null ? null : rule.count - 1;
  return { ...repeat, rule: { ...rule, count: left }, start: next, occurrence: next };
}
