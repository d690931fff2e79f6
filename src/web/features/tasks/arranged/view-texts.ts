import type { ArrangedList, Direction, Grouping, Sort } from '#src/reading/lists/arrangement.ts';
import type { ListLayout } from '#src/reading/lists/list-view.ts';

/** The names of the layouts. */
export const LAYOUT_TEXTS: Readonly<Record<ListLayout, string>> = {
  list: 'List',
  weeks: 'Weeks',
  board: 'Board',
  calendar: 'Calendar',
};

export const GROUP_TEXTS: Readonly<Record<Grouping, string>> = {
  none: 'None',
  day: 'Day',
  collection: 'Collection',
  priority: 'Priority',
  label: 'Label',
  section: 'Section',
};

const SORT_TEXTS: Readonly<Record<Sort, string>> = {
  manual: 'Manual',
  date: 'Date',
  priority: 'Priority',
  name: 'Name',
  created: 'Date created',
};

/** In Completed, the date is the day of completion. */
export function sortText(list: ArrangedList, sort: Sort): string {
  return list === 'completed' && sort === 'date' ? 'Date completed' : SORT_TEXTS[sort];
}

export const DIRECTION_TEXTS: Readonly<Record<Direction, string>> = {
  ascending: 'Ascending',
  descending: 'Descending',
};
