import { dueAt, minuteOf, timeText, type Due } from './due.ts';
import { isTimed, nextOccurrence, occurrencesFrom } from './occurrences.ts';
import type { Rule } from './rule.ts';

/** What a repeating task has besides its date and time. */
export interface Repeat {
  readonly rule: Rule;
  /** Whether the next time counts from the date of this one, or from when this one was completed (`every!`). */
  readonly repeatFrom: 'date' | 'completion';
  /** Where the series begins, with its time. */
  readonly start: Due;
  /** When the task is due this time by the rule. It stays, as `start` does, where the task is moved for this time only. */
  readonly occurrence: Due;
}

/** The repeat of a task that is due at `due` and gets a rule: due the first time from then on. Null if the rule never comes. */
export function beginRepeat(rule: Rule, repeatFrom: Repeat['repeatFrom'], due: Due): Repeat | null {
  const [occurrence] = occurrencesFrom(rule, due, due, 1);
  return occurrence ? { rule, repeatFrom, start: due, occurrence } : null;
}

/**
 * The repeat once this time was completed at `now`, in local time as all the rest; null if that was the last time, by COUNT or UNTIL.
 * Times that are past by then are passed over and count; one without a time of day is not past on its day.
 */
export function afterCompletion(repeat: Repeat, now: Due): Repeat | null {
  return repeat.repeatFrom === 'date' ? nextInSeries(repeat, now) : nextFrom(repeat, now);
}

/** The repeat once this time was skipped at `now`. Counted from the completion, it is as if it was completed when it is due, or now. */
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

/** The next time begins a series of its own: counted from `done`, at the first hour of the old one, with one time less to come. */
function nextFrom(repeat: Repeat, done: Due): Repeat | null {
  const { rule, start, occurrence } = repeat;
  const isHourly = rule.freq === 'HOURLY';
  const [time = start.time] = rule.byHour.map((hour) => timeText(hour * 60 + (minuteOf(start) % 60)));
  const base = { date: done.date, time: isHourly ? done.time : time };
  // Completed before its time, it does not come again on that day at that time.
  const early = !isHourly && occurrence.date === done.date ? minuteOf(occurrence) : 0;
  const after = dueAt(Math.max(minuteOf(base), minuteOf(done), early), true);
  const next = rule.count === 1 ? null : nextOccurrence({ ...rule, count: null }, base, after);
  if (next === null) return null;
  const left = rule.count === null ? null : rule.count - 1;
  return { ...repeat, rule: { ...rule, count: left }, start: next, occurrence: next };
}
