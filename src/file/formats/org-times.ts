import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { minutesOf, parseTimeOfDay } from '#src/domain/time/time-of-day.ts';
import { ruleText, type SourceRepeat } from '#src/file/source/rules.ts';
import type { ReadContext } from '#src/file/source/source.ts';
import { instantOfWhen, noonOf, type When } from '#src/file/source/when.ts';

/** A time stamp of Org: a day, maybe a time, and maybe a repeater. */
export interface OrgTime {
  readonly when: When;
  /** In minutes, of a range of times. */
  readonly duration: number | null;
  readonly repeat: SourceRepeat | null;
}

const STAMP =
  /<(\d{4}-\d\d-\d\d)(?: [^\s\d>]+)?(?: (\d{1,2}:\d\d)(?:-(\d{1,2}:\d\d))?)?(?: (\.\+|\+\+|\+)(\d+)([hdwmy]))?[^>]*>/u;
const FREQUENCIES: Readonly<Partial<Record<string, string>>> = {
  h: 'HOURLY',
  d: 'DAILY',
  w: 'WEEKLY',
  m: 'MONTHLY',
  y: 'YEARLY',
};

/** The first time stamp of a text; null for none. `.+` repeats from the completion, `+` and `++` from the date. */
export function orgTimeIn(text: string, context: ReadContext): OrgTime | null {
  const [, day = '', clock, end, kind, count, unit = ''] = STAMP.exec(text) ?? [];
  const date = parseCalendarDay(day);
  if (!date) return null;
  const [time, last] = [clock, end].map((text) => parseTimeOfDay((text ?? '').padStart(5, '0')));
  const length = time && last ? minutesOf(last) - minutesOf(time) : 0;
  const when = { date, time: time ?? null, zone: null };
  const rule =
    count === undefined ? null : ruleText(`FREQ=${FREQUENCIES[unit]};INTERVAL=${count}`, when, context);
  return {
    when,
    duration: length > 0 ? length : null,
    repeat: rule === null ? null : { rule, from: kind === '.+' ? 'completion' : 'date' },
  };
}

/** The instant of a stamp in brackets, `[2026-11-20 Fri 11:11]`; of a day alone its noon. */
export function orgInstantIn(text: string, context: ReadContext): number | null {
  const time = orgTimeIn(text.replace('[', '<').replace(']', '>'), context);
  if (!time) return null;
  return time.when.time === null ? noonOf(time.when.date, context) : instantOfWhen(time.when, context);
}
