import {
  DIRECTIONS,
  type ArrangedList,
  type Arrangement,
  type Direction,
  type Grouping,
  type Sort,
} from './arrangement.ts';
import { KINDS, VIEWS } from './view-setting.ts';

export type ListLayout = 'list' | 'board' | 'weeks' | 'calendar';

/** How a list is shown. */
export interface ListView extends Omit<Arrangement, 'list'> {
  readonly layout: ListLayout;
}

/** What there is to choose for a list; the first of each holds until its user chooses. */
interface ViewChoices {
  readonly layouts: readonly ListLayout[];
  readonly groups: readonly Grouping[];
  readonly sorts: readonly Sort[];
}

const CHOICES: Readonly<Record<string, ViewChoices>> = {
  today: {
    layouts: ['list', 'board'],
    groups: ['none', 'collection', 'priority', 'label'],
    sorts: ['manual', 'priority', 'name', 'created'],
  },
  upcoming: {
    layouts: ['list', 'weeks', 'board'],
    groups: ['day', 'none', 'collection', 'priority', 'label'],
    sorts: ['manual', 'date', 'priority', 'name', 'created'],
  },
  overdue: {
    layouts: ['list', 'board'],
    groups: ['day', 'none', 'collection', 'priority', 'label'],
    sorts: ['manual', 'date', 'priority', 'name', 'created'],
  },
  // What is done is not moved from column to column.
  completed: {
    layouts: ['list'],
    groups: ['day', 'none', 'collection', 'priority', 'label'],
    sorts: ['date', 'name', 'priority', 'created'],
  },
  in: {
    layouts: ['list', 'board', 'calendar'],
    groups: ['section', 'none', 'day', 'priority', 'label'],
    sorts: ['manual', 'date', 'priority', 'name', 'created'],
  },
  query: {
    layouts: ['list', 'board', 'calendar'],
    groups: ['none', 'day', 'collection', 'priority', 'label'],
    sorts: ['date', 'priority', 'name', 'created'],
  },
  labelled: {
    layouts: ['list', 'board', 'calendar'],
    groups: ['none', 'day', 'collection', 'priority'],
    sorts: ['date', 'priority', 'name', 'created'],
  },
};

export function choicesOf(list: ArrangedList): ViewChoices {
  const [kind = ''] = list.split(':', 1);
  return CHOICES[kind] as ViewChoices;
}

/** Which way a sort goes until its user turns it: what was completed last comes first. */
export function usualDirection(list: ArrangedList, sort: Sort): Direction {
  return list === 'completed' && sort === 'date' ? 'descending' : 'ascending';
}

/** How a list is shown of which its user has chosen nothing. */
export function usualView(list: ArrangedList): ListView {
  const { layouts, groups, sorts } = choicesOf(list);
  const [[layout = 'list'], [group = 'none'], [sort = 'manual']] = [layouts, groups, sorts];
  return { layout, group, sort, direction: usualDirection(list, sort) };
}

/** What a board has a column for each of: there is no board of one column. */
export function columnsBy(list: ArrangedList, { group }: ListView): Grouping {
  if (group !== 'none') return group;
  const [first = 'none'] = choicesOf(list).groups;
  return first === 'none' ? 'priority' : first;
}

/** Reads what a setting says of a list. What this app does not know counts as not chosen. */
export function readListView(list: ArrangedList, value: string): ListView {
  const said = partsOf(value);
  const { layouts, groups, sorts } = choicesOf(list);
  const usual = usualView(list);
  const choose = <T extends string>(key: string, among: readonly T[], otherwise: T) =>
    among.find((word) => word === said.get(key)) ?? otherwise;
  const sort = choose('sort', sorts, usual.sort);
  return {
    layout: choose('layout', layouts, usual.layout),
    group: choose('group', groups, usual.group),
    sort,
    direction: choose('direction', DIRECTIONS, usualDirection(list, sort)),
  };
}

/** What the setting says then: all that is not usual, and what only a newer app knows of what it said `before`. Empty for nothing. */
export function printListView(list: ArrangedList, view: ListView, before: string): string {
  const usual = { ...usualView(list), direction: usualDirection(list, view.sort) };
  const parts = partsOf(before);
  for (const key of ['layout', 'group', 'sort', 'direction'] as const)
    if (view[key] === usual[key]) parts.delete(key);
    else parts.set(key, view[key]);
  return Array.from(parts, ([key, word]) => `${key}:${word}`).join(' ');
}

function partsOf(value: string): Map<string, string> {
  const words = value.split(' ').filter((word) => word.includes(':'));
  return new Map(
    words.map((word) => [word.slice(0, word.indexOf(':')), word.slice(word.indexOf(':') + 1)] as const),
  );
}

/** The list of which a setting says how it is shown (see `viewSettingOf`); null of another setting. */
export function listOfView(setting: string): ArrangedList | null {
  const view = keyOf(VIEWS, setting);
  if (view !== undefined) return view as ArrangedList;
  const [, begin = '', letters = ''] = /^(view[A-Z])([a-p]{32})$/.exec(setting) ?? [];
  const kind = keyOf(KINDS, begin);
  if (kind === undefined) return null;
  const digits = letters.replaceAll(/./g, (letter) => 'abcdefghijklmnop'.indexOf(letter).toString(16));
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `${kind}:${id}` as ArrangedList;
}

function keyOf(table: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.keys(table).find((key) => table[key] === wanted);
}
