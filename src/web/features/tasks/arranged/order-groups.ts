import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Groups } from '#src/reading/lists/arranged-lists.ts';
import { NO_GROUP, type Arrangement, type Grouping } from '#src/reading/lists/arrangement.ts';
import { compareText } from '#src/reading/lists/families.ts';
import type { Section } from '#src/web/tasks/list/list-plan.ts';

export interface Group {
  readonly key: string;
  readonly ids: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The groups in the order of `all`, the keys that are known; unknown keys come last. Days come in their own order. Empty groups are left out,
 * except sections, and except on a board.
 */
export function orderGroups(
  { list, group }: Pick<Arrangement, 'list' | 'group'>,
  groups: Groups,
  all: readonly string[],
  isBoard: boolean,
): readonly Group[] {
  const known = new Set(all);
  const others = [...groups.keys()].filter((key) => !known.has(key)).toSorted(compareText);
  const keys = group === 'day' ? orderDays([...all, ...others], list, isBoard) : [...all, ...others];
  const isShown = ({ key, ids }: Group) =>
    ids.length > 0 ||
    (group === 'section' && key !== NO_GROUP) ||
    // Thousands of collections would make thousands of empty columns.
    (isBoard && group !== 'collection');
  return keys.map((key) => ({ key, ids: groups.get(key) ?? NONE })).filter(isShown);
}

/** Tasks without a day come first on a board, since users plan from there, and last in a list. Completed days begin with the newest. */
function orderDays(days: readonly string[], list: string, isBoard: boolean): readonly string[] {
  const sorted = days.filter((day) => day !== NO_GROUP).toSorted(compareText);
  if (list === 'completed') sorted.reverse();
  if (!days.includes(NO_GROUP)) return sorted;
  return isBoard ? [NO_GROUP, ...sorted] : [...sorted, NO_GROUP];
}

/** The key in the document of the group without a value, which has an empty key elsewhere. */
export const NONE_KEY = 'none';

/** A group as a list shows it. */
export function sectionOf(group: Grouping, { key, ids }: Group): Section {
  if (group === 'none') return { day: null, ids };
  if (group === 'section') return { day: null, sectionId: key || null, ids };
  const day = group === 'day' ? parseCalendarDay(key) : null;
  return day ? { day, ids } : { day: null, group: key || NONE_KEY, ids };
}
