import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { RowChanges } from '#src/tables/kit/overlay.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { TableName } from '#src/tables/tables.ts';
import type { Topic } from './topics.ts';

/** The lists that listen to a view: it tells them of each changed row, and knows nothing else of them. */
export interface ViewLists {
  /** Takes in changed rows. Returns the topics of the changed lists. */
  apply(changes: RowChanges): Iterable<Topic>;
  /** The user's local day. */
  readonly day: CalendarDay;
  /** Takes over the day of the lists of a view that this one replaces. */
  follow(before: ViewLists): void;
  /** The first rows of each list, at most `limit` each, with their table. */
  beginnings(limit: number): (readonly [TableName, string])[];
  /** The number of tasks of each day, without the rows with these ids. */
  countOthers(ids: Readonly<Record<TableName, ReadonlySet<string>>>): [CalendarDay, number][];
  /** Counts these tasks of each day, whose rows are not read yet. */
  expect(others: readonly (readonly [CalendarDay, number])[]): void;
}

/** Makes the lists of a view. `find` returns rows in their newest state. */
export type MakeLists<L extends ViewLists> = (find: FindRow) => L;
