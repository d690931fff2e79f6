import { calendarDayAt, localMidnight, addDays, type CalendarDay } from '#src/domain/calendar-day.ts';

/** What of a task says when it was completed (ms since 1970 UTC), and in which collection. */
export interface Completed {
  readonly completedAt: number | null;
  readonly collectionId: string;
}

/** How many tasks were completed on a day, in each collection; a day on which none was is not there. */
export type Completions = ReadonlyMap<CalendarDay, ReadonlyMap<string, number>>;

/** Counts completed tasks by the local day of the device, in any order. What is not completed counts nowhere. */
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

/** How many were completed on a day. */
export function countOn(completions: Completions, day: CalendarDay): number {
  let count = 0;
  for (const some of completions.get(day)?.values() ?? []) count += some;
  return count;
}

/** How many were completed in these days. */
export function countIn(completions: Completions, days: readonly CalendarDay[]): number {
  return days.reduce((sum, day) => sum + countOn(completions, day), 0);
}

/** How many were completed in these days in each collection, most first; those that are equal by id. */
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

/** A local day, from its first instant to the first one of the next, ms since 1970 UTC. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly counts: Map<string, number>;
}

/**
 * The local day that an instant lies in, of `days` or new there. What day an instant lies in is dear to say, so `spans` has those that parts
 * of each day of UTC lie in: two as a rule.
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
