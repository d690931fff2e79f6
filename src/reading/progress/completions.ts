import { calendarDayAt, localMidnight, addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** The time (ms since 1970 UTC) and collection of a task's completion. */
export interface Completed {
  readonly completedAt: number | null;
  readonly collectionId: string;
}

/** The number of tasks completed on each day, by collection. Days without any are missing. */
export type Completions = ReadonlyMap<CalendarDay, ReadonlyMap<string, number>>;

/** Counts completed tasks, in any order, by the device's local day. Active tasks do not count. */
export function countCompletions(tasks: Iterable<Completed>): Completions {
  const days = new Map<CalendarDay, Map<string, number>>();
  const spans = new Map<number, Span[]>();
  for (const { completedAt, collectionId } of tasks) {
    if (completedAt === null) continue;
    const { counts } = spanAt(completedAt, spans, days);
    counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1);
  }
  return days;
}

/** The number of tasks completed on a day. */
export function countOn(completions: Completions, day: CalendarDay): number {
  let count = 0;
  for (const some of completions.get(day)?.values() ?? []) count += some;
  return count;
}

/** The number of tasks completed on these days. */
export function countIn(completions: Completions, days: readonly CalendarDay[]): number {
  return days.reduce((sum, day) => sum + countOn(completions, day), 0);
}

/** The number of tasks completed on these days in each collection: the highest first, equal ones by id. */
export function countByCollection(
  completions: Completions,
  days: readonly CalendarDay[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const day of days)
    for (const [id, count] of completions.get(day) ?? []) counts.set(id, (counts.get(id) ?? 0) + count);
  return [...counts].toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
}

const DAY_MS = 86_400_000;

/** A local day: from its first instant up to the next day's first, ms since 1970 UTC. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly counts: Map<string, number>;
}

/**
 * The local day of an instant, with its counts in `days`, added if new. Finding the day of an instant is
 * slow, so `spans` caches the local days that overlap each UTC day: usually two.
 */
function spanAt(
  instant: number,
  spans: Map<number, Span[]>,
  days: Map<CalendarDay, Map<string, number>>,
): Span {
  const key = Math.floor(instant / DAY_MS);
  let some = spans.get(key);
  if (!some) spans.set(key, (some = []));
  for (const span of some) if (instant >= span.from && instant < span.to) return span;
  const day = calendarDayAt(instant);
  const counts = days.get(day) ?? new Map<string, number>();
  days.set(day, counts);
  const span = { from: localMidnight(day), to: localMidnight(addDays(day, 1)), counts };
  some.push(span);
  return span;
}
