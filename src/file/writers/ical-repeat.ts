import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { occurrencesFrom, setsTimes } from '#src/domain/repeat/occurrences.ts';
import { printRule, type Rule } from '#src/domain/repeat/rule.ts';
import { repeatOf } from '#src/tables/task/task-repeat.ts';
import type { Rows } from '#src/tables/tables.ts';

/** The later times of a repeating task: a rule that all calendars read alike, or each time up to a day. */
export type IcalRepeat = { readonly rule: string } | { readonly times: readonly Due[] };

/**
 * The times after the present one, as the calendar of Sunglow shows them: none for a task that counts from its
 * completion, and one a day. They end with the year after the next, so that a feed stays the same for a year.
 */
export function icalRepeatOf(task: Rows['task'], today: CalendarDay): IcalRepeat | null {
  const repeat = repeatOf(task);
  if (!repeat || task.date === null || repeat.repeatFrom === 'completion') return null;
  const { rule, start, occurrence } = repeat;
  const isMoved = occurrence.date !== task.date || occurrence.time !== task.time;
  if (isPortable(rule) && !isMoved && isAt(rule, start, occurrence)) return { rule: printRule(rule) };
  const year = Number(today.slice(0, 4));
  const last = `${year + 2}-12-31`;
  const times: Due[] = [];
  const early = `${year - 1}-01-01` as CalendarDay;
  let from = addDays(occurrence.date, 1);
  if (from < early) from = early;
  for (;;) {
    const [next] = occurrencesFrom(rule, start, { date: from, time: '00:00' }, 1);
    if (!next || next.date > last) return times.length > 0 ? { times } : null;
    const time = task.time === null ? null : (next.time ?? task.time);
    if (next.date !== task.date) times.push({ date: next.date, time });
    if (next.date === last) return { times };
    from = addDays(next.date, 1);
  }
}

/**
 * True for a rule that all calendars read alike. Some do not know the last day of a short month (RFC 7529), or
 * read BYSETPOS wrongly. An end stands for a series that began earlier.
 */
function isPortable(rule: Rule): boolean {
  const { clamp, bySetPos, count, until } = rule;
  return !clamp && bySetPos.length === 0 && count === null && until === null && !setsTimes(rule);
}

/** True for a time that the rule itself has: a series that begins with it goes on as before. */
function isAt(rule: Rule, start: Due, { date, time }: Due): boolean {
  const [at] = occurrencesFrom(rule, start, { date, time: time ?? '00:00' }, 1);
  return at?.date === date && at.time === time;
}
