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

/** The layout, grouping and order of a list. */
export interface ListView extends Omit<Arrangement, 'list'> {
  readonly layout: ListLayout;
}

/** The choices for a list. The first of each is the default. */
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
  // Completed tasks are not moved from column to column.
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

/** The default direction of a sort. The newest completion comes first. */
export function usualDirection(list: ArrangedList, sort: Sort): Direction {
  return list === 'completed' && sort === 'date' ? 'descending' : 'ascending';
}

/** The view of a list before its user chooses one. */
export function usualView(list: ArrangedList): ListView {
  const { layouts, groups, sorts } = choicesOf(list);
  const [[layout = 'list'], [group = 'none'], [sort = 'manual']] = [layouts, groups, sorts];
  return { layout, group, sort, direction: usualDirection(list, sort) };
}

/**
 * The property of a board's columns. A list without groups has columns too, since a board of one column shows
 * nothing.
 */
export function columnsBy(list: ArrangedList, { group }: ListView): Grouping {
  if (group !== 'none') return group;
  const [first = 'none'] = choicesOf(list).groups;
  return first === 'none' ? 'priority' : first;
}

/** Reads the setting of a list. Values that this app does not know count as not chosen. */
export function readListView(list: ArrangedList, value: string): ListView {
  const parts = partsOf(value);
  const { layouts, groups, sorts } = choicesOf(list);
  const usual = usualView(list);
  const choose = <T extends string>(key: string, among: readonly T[], otherwise: T) =>
    among.find((word) => word === parts.get(key)) ?? otherwise;
  const sort = choose('sort', sorts, usual.sort);
  return {
    layout: choose('layout', layouts, usual.layout),
    group: choose('group', groups, usual.group),
    sort,
    direction: choose('direction', DIRECTIONS, usualDirection(list, sort)),
  };
}

/**
 * The new value of the setting: choices other than the default, and parts of `before` that only a newer app
 * knows. Empty when there are none.
 */
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

/** The list of a view setting (see `viewSettingOf`); null for any other setting. */
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
