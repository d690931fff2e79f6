import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { printRule } from '#src/domain/repeat/rule.ts';
import { readRule, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import type { Component } from '#src/file/source/ical.ts';
import type { When } from '#src/file/source/when.ts';
import { daysIn } from './ical-times.ts';

interface Series {
  readonly when: When | null;
  readonly repeat: SourceRepeat | null;
  /** The lines of the source that no rule says. */
  readonly leftover: readonly string[];
}

/** The most occurrences that are looked at for the first one that is open. */
const MOST = 1_000;

/**
 * The series of a task: it begins with the first time that is neither left out nor in `taken`, such as completed times.
 * One RRULE is a rule; further ones, RDATE, and times that are left out or taken later are not.
 */
export function seriesOf(
  component: Component,
  when: When | null,
  taken: ReadonlySet<CalendarDay>,
  context: ReadContext,
): Series {
  const of = (name: string) => component.properties.filter((each) => each.name === name);
  const written = [...of('RRULE'), ...of('RDATE'), ...of('EXRULE')];
  const excluded = of('EXDATE');
  if (written.length === 0) return { when, repeat: null, leftover: [] };
  const lines = [...written, ...excluded].map(({ name, value }) => `${name}:${value}`);
  const [first, ...others] = written;
  const rule = first?.name === 'RRULE' && others.length === 0 ? readRule(first.value, when, context) : null;
  if (rule === null || when === null) return { when, repeat: null, leftover: lines };
  const skipped = new Set([...taken, ...excluded.flatMap((each) => daysIn(each, context))]);
  const times = occurrencesFrom(rule, when, when, Math.min(MOST, skipped.size + 1));
  const next = times.findIndex(({ date }) => !skipped.has(date));
  const begin = times[next];
  if (begin === undefined) return { when, repeat: null, leftover: lines };
  const left = rule.count === null ? null : rule.count - next;
  const isLater = [...skipped].some((day) => day > begin.date);
  const takenLater = [...taken].filter((day) => day > begin.date);
  return {
    when: next > 0 ? { ...when, date: begin.date } : when,
    repeat: { rule: printRule({ ...rule, count: left }), from: 'date' },
    leftover: [
      ...(isLater ? excluded.map(({ name, value }) => `${name}:${value}`) : []),
      ...takenLater.map((day) => `RECURRENCE-ID:${day.replaceAll('-', '')}`),
    ],
  };
}
