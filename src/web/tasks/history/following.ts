import type { HistoryEntry } from '#src/reading/history/history.ts';
import { belongTogether, type Together } from './group-days.ts';

/** True for the entries that one row shows with those before them. */
export function togetherWith(entries: Together, timeZone: string): (entry: HistoryEntry) => boolean {
  let newer = entries.at(-1) ?? entries[0];
  return (entry) => {
    const isOne = belongTogether(newer, entry, timeZone);
    newer = entry;
    return isOne;
  };
}

/** True up to the entry, by its time if the server has forgotten it. */
export function untilAfter({ cursor, at }: HistoryEntry): (entry: HistoryEntry) => boolean {
  let isPast = false;
  return (entry) => {
    if (isPast || entry.at < at) return false;
    isPast = entry.cursor === cursor;
    return true;
  };
}
