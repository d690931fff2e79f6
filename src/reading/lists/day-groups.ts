import { calendarDayAt, localMidnight, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** The tasks of one day, in the order of their list. */
export interface DayGroup {
  readonly day: CalendarDay;
  readonly ids: readonly string[];
}

/**
 * Groups `ids` by the local day of the device, the newest day first. Their instants (ms since 1970 UTC) must
 * fall from each to the next. Searches only the borders between days. An equal group in `before` stays the
 * same object.
 */
export function groupByLocalDay(
  ids: readonly string[],
  instantOf: (id: string) => number,
  before: readonly DayGroup[],
): readonly DayGroup[] {
  const known = new Map(before.map((group) => [group.day, group]));
  const groups: DayGroup[] = [];
  for (let from = 0; from < ids.length;) {
    // The index is in range, here and below: from < length.
    const day = calendarDayAt(instantOf(ids[from] as string));
    const midnight = localMidnight(day);
    const to = firstBelow(midnight, ids, instantOf, from + 1);
    const old = known.get(day);
    const isOld = old?.ids.length === to - from && old.ids.every((id, i) => id === ids[from + i]);
    groups.push(isOld ? old : { day, ids: ids.slice(from, to) });
    from = to;
  }
  return groups;
}

/** The index of the first id from `low` on with an instant before `instant`; the length without one. */
function firstBelow(
  instant: number,
  ids: readonly string[],
  instantOf: (id: string) => number,
  low: number,
): number {
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (instantOf(ids[middle] as string) < instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
