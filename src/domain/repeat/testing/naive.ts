import type { Due } from '#src/domain/repeat/due.ts';
import type { Rule } from '#src/domain/repeat/rule.ts';

const DAY_MS = 86_400_000;

/**
 * All occurrences of a series in its first `years` years, `YYYY-MM-DDTHH:MM`: RFC 5545 read day by day with
 * Dates. Shares no code with the implementation that it checks. Starts at the beginning of the first year,
 * since BYSETPOS also counts times before the start.
 */
export function naiveOccurrences(rule: Rule, start: Due, years: number): string[] {
  const { freq, interval, count, until, bySetPos } = rule;
  const begin = new Date(`${start.date}T${start.time ?? '00:00'}Z`);
  const first = Date.UTC(begin.getUTCFullYear(), 0, 1) - 7 * DAY_MS;
  const end = Date.UTC(begin.getUTCFullYear() + years, 0, 1);
  const sets = new Map<number, string[]>();
  for (let at = first; at < end; at += DAY_MS) {
    const day = new Date(at);
    if (!isDayRight(rule, day, begin)) continue;
    for (let hour = 0; hour < 24; hour++) {
      if (
        rule.byHour.length > 0
          ? !rule.byHour.includes(hour)
          : freq !== 'HOURLY' && hour !== begin.getUTCHours()
      )
        continue;
      const period = periodOf(rule, new Date(at + hour * 3_600_000));
      if ((period - periodOf(rule, begin)) % interval !== 0) continue;
      const set = sets.get(period) ?? [];
      sets.set(period, set);
      for (const minute of rule.byMinute.length > 0 ? rule.byMinute : [begin.getUTCMinutes()])
        set.push(new Date(at + hour * 3_600_000 + minute * 60_000).toISOString().slice(0, 16));
    }
  }
  const picked = [...sets.values()].flatMap((set) =>
    bySetPos.length === 0
      ? set
      : set.filter((one) => bySetPos.some((n) => set.at(n > 0 ? n - 1 : n) === one)),
  );
  const last = until === null ? '9999' : `${until.date}T${until.time ?? '23:59'}`;
  return picked
    .filter((one) => one >= begin.toISOString().slice(0, 16) && one <= last)
    .slice(0, count ?? undefined);
}

function isDayRight({ freq, byMonth, byMonthDay, byDay, clamp }: Rule, day: Date, begin: Date): boolean {
  const saysNoDay = byMonthDay.length === 0 && byDay.length === 0;
  const month = day.getUTCMonth() + 1;
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (freq === 'YEARLY' && saysNoDay && byMonth.length === 0 && month !== begin.getUTCMonth() + 1)
    return false;
  if (freq === 'WEEKLY' && saysNoDay && day.getUTCDay() !== begin.getUTCDay()) return false;

  const monthDays =
    saysNoDay && (freq === 'MONTHLY' || freq === 'YEARLY') ? [begin.getUTCDate()] : byMonthDay;
  const length = new Date(Date.UTC(day.getUTCFullYear(), month, 0)).getUTCDate();
  const wanted = monthDays.map((n) => (n < 0 ? length + 1 + n : clamp ? Math.min(n, length) : n));
  if (monthDays.length > 0 && !wanted.includes(day.getUTCDate())) return false;

  const isDay = ({ weekday, nth }: Rule['byDay'][number]) => {
    if ((day.getUTCDay() + 6) % 7 !== weekday) return false;
    const all = nth === 0 ? [] : sameWeekdays(day, freq === 'YEARLY' && byMonth.length === 0);
    return nth === 0 || all.at(nth > 0 ? nth - 1 : nth) === day.getTime();
  };
  return byDay.length === 0 || byDay.some(isDay);
}

/** The days with the same weekday in the month or year of `day`. */
function sameWeekdays(day: Date, isOfYear: boolean): number[] {
  const isTogether = (other: Date) =>
    other.getUTCFullYear() === day.getUTCFullYear() &&
    (isOfYear || other.getUTCMonth() === day.getUTCMonth());
  const all: number[] = [];
  for (let weeks = -53; weeks <= 53; weeks++) {
    const other = new Date(day.getTime() + weeks * 7 * DAY_MS);
    if (isTogether(other)) all.push(other.getTime());
  }
  return all;
}

function periodOf({ freq, weekStart }: Rule, at: Date): number {
  const days = Math.floor(at.getTime() / DAY_MS);
  switch (freq) {
    case 'HOURLY':
      return Math.floor(at.getTime() / 3_600_000);
    case 'DAILY':
      return days;
    case 'WEEKLY':
      // 1970-01-05 was a Monday.
      return Math.floor((days - 4 - weekStart) / 7);
    case 'MONTHLY':
      return at.getUTCFullYear() * 12 + at.getUTCMonth();
    case 'YEARLY':
      return at.getUTCFullYear();
  }
}
