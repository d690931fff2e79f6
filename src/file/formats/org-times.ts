import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import type { When } from '#src/file/source/when.ts';

/** A time stamp of Org: a day, maybe a time, and maybe a repeater. */
export interface OrgTime {
  readonly when: When;
  readonly repeat: SourceRepeat | null;
}

const STAMP =
  /<(\d{4}-\d\d-\d\d)(?: [^\s\d>]+)?(?: (\d{1,2}:\d\d))?(?: (\.\+|\+\+|\+)(\d+)([hdwmy]))?[^>]*>/u;
const FREQUENCIES: Readonly<Partial<Record<string, string>>> = {
  h: 'HOURLY',
  d: 'DAILY',
  w: 'WEEKLY',
  m: 'MONTHLY',
  y: 'YEARLY',
};

/** The first time stamp of a text; null for none. `.+` repeats from the completion, `+` and `++` from the date. */
export function orgTimeIn(text: string, context: ReadContext): OrgTime | null {
  const [, day = '', clock, kind, count, unit = ''] = STAMP.exec(text) ?? [];
  const date = parseCalendarDay(day);
  if (!date) return null;
  const time = clock === undefined ? null : parseTimeOfDay(clock.padStart(5, '0'));
  const when = { date, time, zone: null };
  const rule =
    count === undefined ? null : ruleText(`FREQ=${FREQUENCIES[unit]};INTERVAL=${count}`, when, context);
  return { when, repeat: rule === null ? null : { rule, from: kind === '.+' ? 'completion' : 'date' } };
}
