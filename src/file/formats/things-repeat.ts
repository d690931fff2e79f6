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
  const days = entriesIn(rule['of']);
  const parts = [`FREQ=${freq}`, `INTERVAL=${numberIn(rule['fa']) ?? 1}`, ...partsOf(freq, days)];
  const [count, end] = [numberIn(rule['rc']) ?? 0, numberIn(rule['ed'])];
  if (count > 0) parts.push(`COUNT=${count}`);
  else if (end !== null && end < NEVER) {
    const last = whenAt(end * 1_000, 'UTC', context);
    if (last) parts.push(`UNTIL=${last.date.replaceAll('-', '')}`);
  }
  const text = ruleText(parts.join(';'), null, context);
  return text === null ? null : { rule: text, from: numberIn(rule['tp']) === 1 ? 'completion' : 'date' };
}

/** Days and months count from zero, and the last ones are negative. */
function partsOf(freq: string, days: readonly Fields[]): readonly string[] {
  const of = (key: string) => days.flatMap((each) => numberIn(each[key]) ?? []);
  const list = (name: string, values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [`${name}=${[...new Set(values)].join(',')}`];
  const byDay = days.flatMap((each) => {
    const [weekday, nth] = [numberIn(each['wd']), numberIn(each['wdo'])];
    const name = weekday === null ? undefined : WEEKDAYS[weekday];
    return name === undefined
      ? []
      : [freq === 'WEEKLY' || nth === null || nth === 0 ? name : `${nth}${name}`];
  });
  const monthDays = of('dy').map((day) => (day < 0 ? day : day + 1));
  if (freq === 'WEEKLY') return list('BYDAY', byDay);
  if (freq === 'MONTHLY') return [...list('BYMONTHDAY', monthDays), ...list('BYDAY', byDay)];
  if (freq !== 'YEARLY') return [];
  return [
    ...list(
      'BYMONTH',
      of('mo').map((month) => month + 1),
    ),
    ...list('BYMONTHDAY', monthDays),
    ...list('BYDAY', byDay),
  ];
}
