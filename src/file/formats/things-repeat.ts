import { fieldsIn, entriesIn, numberIn } from '#src/file/source/json.ts';
import { readPlist } from '#src/file/source/plist.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { whenAt } from '#src/file/source/when.ts';
import type { Fields } from '#src/file/file-fields.ts';

const FREQUENCIES: Readonly<Partial<Record<number, string>>> = {
  16: 'DAILY',
  256: 'WEEKLY',
  8: 'MONTHLY',
  4: 'YEARLY',
};
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** An end that Things writes for none: a day of the year 4001. */
const NEVER = 64_092_211_200;

/**
 * The rule of a repeating to-do of Things (a property list). Null for one that shows the to-do days before its deadline,
 * since the rule counts from the deadline there.
 */
export function repeatOfPlist(xml: string, context: ReadContext): SourceRepeat | null {
  const rule = fieldsIn(readPlist(xml));
  const freq = FREQUENCIES[numberIn(rule['fu']) ?? 0];
  if (freq === undefined || (numberIn(rule['ts']) ?? 0) < 0) return null;
  // Things writes a day without a meaning for a repeat after completion.
  const isFromCompletion = numberIn(rule['tp']) === 1;
  const days = partsOf(freq, isFromCompletion ? [] : entriesIn(rule['of']));
  if (days === null) return null;
  const parts = [`FREQ=${freq}`, `INTERVAL=${numberIn(rule['fa']) ?? 1}`, ...days];
  const [count, end] = [numberIn(rule['rc']) ?? 0, numberIn(rule['ed'])];
  if (count > 0) parts.push(`COUNT=${count}`);
  else if (end !== null && end < NEVER) {
    const last = whenAt(end * 1_000, 'UTC', context);
    if (last) parts.push(`UNTIL=${last.date.replaceAll('-', '')}`);
  }
  const text = ruleText(parts.join(';'), null, context);
  return text === null ? null : { rule: text, from: isFromCompletion ? 'completion' : 'date' };
}

interface RuleDay {
  /** Counted from 1; null where the rule is not yearly. */
  readonly month: number | null;
  readonly part: 'BYDAY' | 'BYMONTHDAY';
  readonly value: string;
}

/**
 * The parts of a rule for these days. It takes each of its days in each of its months, and its parts limit each other. Null
 * for days that are no such set.
 */
function partsOf(freq: string, days: readonly Fields[]): readonly string[] | null {
  if (freq === 'DAILY') return [];
  const known = days.flatMap((day) => ruleDayOf(freq, day) ?? []);
  const months = [...new Set(known.map(({ month }) => month))];
  const values = [...new Set(known.map(({ value }) => value))];
  const [part, ...others] = new Set(known.map((day) => day.part));
  const pairs = new Set(known.map(({ month, value }) => `${month} ${value}`));
  const isAll = known.length === days.length && pairs.size === months.length * values.length;
  if (!isAll || others.length > 0) return null;
  const list = (name: string, all: readonly unknown[]) => (all.length === 0 ? [] : [`${name}=${all.join()}`]);
  const numbers = months.filter((month) => month !== null);
  return part === undefined ? [] : [...list('BYMONTH', numbers), ...list(part, values)];
}

/** Days and months count from zero, and the last ones are negative. Null for a day that is none of this frequency. */
function ruleDayOf(freq: string, day: Fields): RuleDay | null {
  const [monthIndex, dayIndex] = [numberIn(day['mo']), numberIn(day['dy'])];
  const [weekday, nth] = [numberIn(day['wd']), numberIn(day['wdo'])];
  const month = freq === 'YEARLY' && monthIndex !== null ? monthIndex + 1 : null;
  if (freq === 'YEARLY' && month === null) return null;
  if (weekday !== null) {
    const name = WEEKDAYS[weekday];
    const position = freq === 'WEEKLY' || nth === null || nth === 0 ? '' : nth;
    return name === undefined ? null : { month, part: 'BYDAY', value: `${position}${name}` };
  }
  if (freq === 'WEEKLY' || dayIndex === null) return null;
  return { month, part: 'BYMONTHDAY', value: `${dayIndex < 0 ? dayIndex : dayIndex + 1}` };
}
