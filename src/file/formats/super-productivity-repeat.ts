import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { parseRule } from '#src/domain/repeat/rule.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { textOf, type Fields } from '#src/file/file-fields.ts';
import { numberIn } from '#src/file/source/json.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import type { When } from '#src/file/source/when.ts';

const WEEKDAYS = {
  monday: 'MO',
  tuesday: 'TU',
  wednesday: 'WE',
  thursday: 'TH',
  friday: 'FR',
  saturday: 'SA',
  sunday: 'SU',
} as const;

/** The rule of a repeat; null for a cycle that is unknown. */
export function repeatOfConfig(config: Fields, context: ReadContext): SourceRepeat | null {
  const cycle = textOf(config['repeatCycle']);
  const days = Object.entries(WEEKDAYS).flatMap(([name, short]) => (config[name] === true ? [short] : []));
  const byDay = cycle === 'WEEKLY' && days.length > 0 ? `;BYDAY=${days.join(',')}` : '';
  const rule = ruleText(
    `FREQ=${cycle};INTERVAL=${numberIn(config['repeatEvery']) ?? 1}${byDay}`,
    null,
    context,
  );
  if (rule === null) return null;
  return { rule, from: config['repeatFromCompletionDate'] === true ? 'completion' : 'date' };
}

/** The first time of a repeat from today on. */
export function firstOf(config: Fields, context: ReadContext): When | null {
  const repeat = repeatOfConfig(config, context);
  const parsed = repeat && parseRule(repeat.rule);
  if (parsed?.kind !== 'rule') return null;
  const time = parseTimeOfDay(textOf(config['startTime']));
  const start = { date: parseCalendarDay(textOf(config['startDate'])) ?? context.now.date, time };
  const [next] = occurrencesFrom(parsed.rule, start, { date: context.now.date, time: time && '00:00' }, 1);
  return next ? { date: next.date, time: time && (next.time ?? time), zone: null } : null;
}
