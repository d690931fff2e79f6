import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { HistoryEntry } from '#src/reading/history/history.ts';

/** Entries that a list shows as one row. */
export type Together = readonly [HistoryEntry, ...HistoryEntry[]];

export interface DayOfHistory {
  readonly day: CalendarDay;
  readonly rows: readonly Together[];
}

/** The fewest entries in one row. */
const FOLDED = 4;

/** The longest time between entries of one row, ms. */
const PAUSE = 60_000;

/** The entries by day, newest first. If they are folded, those of one door and one operation that came together are one row. */
export function groupDays(
  entries: readonly HistoryEntry[],
  timeZone: string,
  isFolded = true,
): readonly DayOfHistory[] {
  const days: { day: CalendarDay; rows: Together[] }[] = [];
  for (const run of runsOf(entries, timeZone)) {
    const [first, ...others] = run;
    const day = calendarDayAt(first.at, timeZone);
    let last = days.at(-1);
    if (last?.day !== day) days.push((last = { day, rows: [] }));
    last.rows.push(
      ...(isFolded && run.length >= FOLDED ? [run] : [first, ...others].map((entry): Together => [entry])),
    );
  }
  return days;
}

function runsOf(entries: readonly HistoryEntry[], timeZone: string): Together[] {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && belongTogether(previous, entry, timeZone)) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** True for neighbors that one row shows. An import is one row, whatever it adds. */
export function belongTogether(newer: HistoryEntry, older: HistoryEntry, timeZone: string): boolean {
  return (
    newer.source === older.source &&
    newer.importId === older.importId &&
    (newer.operation === older.operation || newer.source === 'Import') &&
    newer.at - older.at <= PAUSE &&
    calendarDayAt(newer.at, timeZone) === calendarDayAt(older.at, timeZone)
  );
}
