import type { ArrangedList, Direction, Grouping, Sort } from '#src/domain/lists/arrangement.ts';
import type { ListLayout } from '#src/domain/lists/list-view.ts';

/** What the layouts of a list are called. */
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

/** What is completed goes by the day of that. */
export function sortText(list: ArrangedList, sort: Sort): string {
  return list === 'completed' && sort === 'date' ? 'Date completed' : SORT_TEXTS[sort];
}

export const DIRECTION_TEXTS: Readonly<Record<Direction, string>> = {
  ascending: 'Ascending',
  descending: 'Descending',
};
