import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayOf, minuteOf } from '#src/domain/repeat/due.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { withStart } from '#src/domain/repeat/periods.ts';
import { printRule, type Rule, type Weekday } from '#src/domain/repeat/rule.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { idOf, textOf, type Fields } from '#src/file/file-fields.ts';
import { numberIn } from '#src/file/source/json.ts';
import { readRule, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import type { When } from '#src/file/source/when.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
/** The minutes of `remindAt`; it is `DoNotRemind` for none. */
const MINUTES_BEFORE: Readonly<Partial<Record<string, number>>> = {
  AtStart: 0,
  m5: 5,
  m10: 10,
  m15: 15,
  m30: 30,
  h1: 60,
};

interface Series {
  readonly when: When;
  readonly repeat: SourceRepeat;
}

/**
 * The series of a repeat from its open task on, or from its next time. Null without a rule that Sunglow can compute, and
 * after the last time.
 */
export function seriesOf(config: Fields, given: When | null, context: ReadContext): Series | null {
  const rule = ruleOf(config, context);
  if (rule === null) return null;
  const time = parseTimeOfDay(textOf(config['startTime']));
  const start = { date: parseCalendarDay(textOf(config['startDate'])) ?? context.now.date, time };
  const today = { date: context.now.date, time: time && '00:00' };
  const [next = null] = given ? [given] : occurrencesFrom(rule, start, today, 1);
  if (next === null) return null;
  // The app gives open tasks the time of day only with a `remindAt`. One that was moved to a day alone lost it for once.
  const isTimed = given === null || textOf(config['remindAt']) !== '';
  const when = { date: next.date, time: next.time ?? (isTimed ? time : null), zone: null };
  if (isFromCompletion(config)) return { when, repeat: { rule: printRule(rule), from: 'completion' } };
  const isBefore = ({ date }: { readonly date: string }) => date < when.date;
  const past = rule.count === null ? [] : occurrencesFrom(rule, start, start, rule.count).filter(isBefore);
  const rest = { ...rule, count: rule.count === null ? null : rule.count - past.length };
  const isOver = occurrencesFrom(rest, when, when, 1).length === 0;
  return isOver ? null : { when, repeat: { rule: printRule(rest), from: 'date' } };
}

/** The repeat as text, with its time: the rule where there is one. */
export function textOfRepeat(config: Fields, context: ReadContext): string {
  const rule = ruleOf(config, context);
  const cycle = [config['repeatCycle'], config['repeatEvery']].map(idOf).join(' ');
  return [rule ? printRule(rule) : textOf(config['rrule']) || cycle, textOf(config['startTime'])]
    .filter((part) => part !== '')
    .join(' ');
}

/** The reminder of each time, in minutes before it. The app sets none for a repeat without a time. */
export function minutesBeforeOf(config: Fields): number | null {
  const hasTime = parseTimeOfDay(textOf(config['startTime'])) !== null;
  return hasTime ? (MINUTES_BEFORE[textOf(config['remindAt'])] ?? null) : null;
}

/** The rule with all that the day of the start decides, since the open task may have been moved to another day. */
function ruleOf(config: Fields, context: ReadContext): Rule | null {
  const date = isFromCompletion(config) ? null : parseCalendarDay(textOf(config['startDate']));
  const start = date && minuteOf({ date, time: null });
  const written = textOf(config['rrule']).trim();
  if (written !== '') {
    // The app writes the last day as its noon in UTC, whatever the zone.
    const rule = readRule(written.replace(/\b(UNTIL=\d{8})T\d{6}Z?/i, '$1'), null, context);
    return rule && start !== null ? withStart(rule, start) : rule;
  }
  const cycle = textOfCycle(config);
  const rule = cycle === null ? null : readRule(cycle, null, context);
  if (rule === null || start === null) return rule;
  // Weeks of a longer cycle are counted in sevens of days from the start.
  const weekStart = rule.freq === 'WEEKLY' && rule.interval > 1 ? ((dayOf(start) % 7) as Weekday) : 0;
  const anchored = withStart({ ...rule, weekStart }, start);
  return { ...anchored, clamp: anchored.byMonthDay.some((day) => day > 28) };
}

/** The rule of the fields beside `rrule`, as far as the start does not decide. Null for a weekly repeat that never comes. */
function textOfCycle(config: Fields): string | null {
  const cycle = textOf(config['repeatCycle']);
  const last = parseCalendarDay(textOf(config['repeatUntilDay']));
  const until = last === null ? '' : `;UNTIL=${last.replaceAll('-', '')}`;
  const every = `FREQ=${cycle};INTERVAL=${numberIn(config['repeatEvery']) ?? 1}${until}`;
  if (cycle === 'MONTHLY') return `${every}${monthlyDayOf(config)}`;
  if (cycle !== 'WEEKLY') return every;
  const days = WEEKDAYS.filter((weekday) => config[weekday] === true).map(shortOf);
  return days.length === 0 ? null : `${every};BYDAY=${days.join(',')}`;
}

/** The weekday of a month comes before its last day, as in the app. */
function monthlyDayOf(config: Fields): string {
  const [nth, index] = [numberIn(config['monthlyWeekOfMonth']), numberIn(config['monthlyWeekday'])];
  const weekday = index === null ? undefined : WEEKDAYS[index];
  if (weekday !== undefined && (nth === -1 || nth === 1 || nth === 2 || nth === 3 || nth === 4))
    return `;BYDAY=${nth}${shortOf(weekday)}`;
  return config['monthlyLastDay'] === true ? ';BYMONTHDAY=-1' : '';
}

function shortOf(weekday: string): string {
  return weekday.slice(0, 2).toUpperCase();
}

function isFromCompletion(config: Fields): boolean {
  return config['repeatFromCompletionDate'] === true;
}
