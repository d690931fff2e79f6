import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { Archive } from '#src/web/ui/icons/archive.ts';
import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { CalendarDays } from '#src/web/ui/icons/calendar-days.ts';
import { ChartColumn } from '#src/web/ui/icons/chart-column.ts';
import { CircleCheckBig } from '#src/web/ui/icons/circle-check-big.ts';
import { CircleUserRound } from '#src/web/ui/icons/circle-user-round.ts';
import { Clock } from '#src/web/ui/icons/clock.ts';
import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Sun } from '#src/web/ui/icons/sun.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import { Zap } from '#src/web/ui/icons/zap.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import type { SettingValue } from '#src/domain/setting.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { collectionLink, collectionState, labelLink } from '#src/web/addresses/collection-links.ts';
import type { DialogRequest } from '#src/web/focus/dialogs.ts';
import { filterLink } from '#src/web/addresses/filter-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { shortcutGroups } from '#src/web/features/shortcuts/shortcut-list.ts';

interface Named {
  /** Unique, and the same on the next visit. */
  readonly key: string;
  readonly name: string;
  /** The names of its keys. Each of them runs it. */
  readonly keys?: readonly string[] | undefined;
}

export interface Place extends Named {
  readonly kind: 'place';
  readonly to: string;
  readonly state?: object;
  readonly icon?: IconComponent;
  readonly color?: ColorHex;
  /** The kind of place, where the name does not tell. */
  readonly what?: string;
}

export interface Command extends Named {
  readonly kind: 'command';
  readonly icon: IconComponent;
  /** The name of the row it acts on. */
  readonly what?: string | undefined;
  /** The dialog or theme of a command without keys. */
  readonly does?: DialogRequest | { readonly theme: SettingValue<'theme'> };
}

export interface FoundTask {
  readonly kind: 'task';
  readonly key: string;
  readonly id: string;
  readonly name: string;
}

export type Entry = Place | Command | FoundTask;

/** Every place of the app: the views first, then collections, labels and filters in the sidebar's order. */
export function placesOf(replica: Replica, apple: boolean): readonly Place[] {
  const views: readonly (readonly [name: string, to: string, icon: IconComponent])[] = [
    ['Today', links.today, Sun],
    ['Upcoming', links.upcoming, CalendarDays],
    ['Overdue', links.overdue, Clock],
    ['Completed', links.completed, CircleCheckBig],
    ['Calendar', links.calendar, Calendar],
    ['Progress', links.progress, ChartColumn],
    ['Trash', links.trash, Trash],
    ['Archived collections', links.archived, Archive],
    ...(replica.rejections().length > 0
      ? ([['Needs attention', links.needsAttention, TriangleAlert]] as const)
      : []),
    ['Account', links.account, CircleUserRound],
  ];
  const goTo = shortcutGroups(apple).find(({ title }) => title === 'Go to')?.shortcuts ?? [];
  const shown = replica.lists.collections.tree().map(({ collection }) => collection);
  const archived = replica.lists.collections
    .all()
    .filter(({ id }) => replica.lists.collections.isArchived(id));
  return [
    ...views.map(([name, to, icon]): Place => {
      const keys = goTo.find(({ does }) => does === name)?.keys;
      return { kind: 'place', key: to, name, to, icon, keys };
    }),
    ...[...shown, ...archived].map((collection): Place => {
      const { id, name, color } = collection;
      const to = collectionLink(collection);
      return {
        kind: 'place',
        key: id,
        name,
        to,
        state: collectionState(collection),
        color,
        what: 'Collection',
      };
    }),
    ...replica.lists.labels().flatMap((id): Place[] => {
      const label = replica.get('label', id);
      return label
        ? [{ kind: 'place', key: id, name: label.name, to: labelLink(label), icon: Tag, what: 'Label' }]
        : [];
    }),
    ...replica.lists.filters().flatMap((id): Place[] => {
      const filter = replica.get('filter', id);
      return filter
        ? [
            {
              kind: 'place',
              key: id,
              name: filter.name,
              to: filterLink(id),
              icon: ListFilter,
              what: 'Filter',
            },
          ]
        : [];
    }),
  ];
}

/** The row that had the focus when the palette opened. Commands act on it. */
export interface Subject {
  /** `card`: a task on a board. */
  readonly kind: 'task' | 'card' | 'collection';
  readonly name: string;
}

/** The row at an element of a list or the sidebar. */
export function subjectAt(element: Element | null, replica: Replica): Subject | null {
  const row = element?.closest<HTMLElement>('main li[data-task]');
  const task = replica.get('task', row?.dataset['task'] ?? '');
  if (task) return { kind: row?.closest('[data-board]') ? 'card' : 'task', name: task.name };
  const link = element?.closest('nav a[aria-keyshortcuts]');
  return link ? { kind: 'collection', name: link.textContent } : null;
}

/** Every available command: those with keys, and those without. */
export function commandsOf(subject: Subject | null, apple: boolean): readonly Command[] {
  const isSelecting = document.querySelector('[data-selection-bar]') !== null;
  const groups = shortcutGroups(apple);
  // On a board these keys act differently than in a list.
  const ofBoard = groups.find(({ title }) => title === 'On a board')?.shortcuts ?? [];
  const taken = subject?.kind === 'card' ? ofBoard.flatMap(({ keys }) => keys) : [];
  const byKeys = groups.flatMap(({ title, shortcuts }): Command[] => {
    const about = ABOUT[title];
    if (about === undefined || (about.length > 0 && !about.some((kind) => kind === subject?.kind))) return [];
    const what = about.length === 0 ? undefined : subject?.name;
    return shortcuts.flatMap(({ does, keys, each }) => {
      // Left out: the palette itself, the second key for undo, and moving a selection when there is none.
      if (keys.includes('/') || keys.includes('z') || (keys.includes('m') && !isSelecting)) return [];
      if (title === 'In a list' && keys.some((key) => taken.includes(key))) return [];
      const command = (name: string, its: readonly string[]): Command => {
        return { kind: 'command', key: `${title} ${name}`, name, keys: its, what, icon: Zap };
      };
      return each?.map((name, index) => command(name, keys.slice(index, index + 1))) ?? [command(does, keys)];
    });
  });
  return [...byKeys, ...WITHOUT_KEYS];
}

/**
 * The subjects of each group of commands; empty for commands without a subject. Groups missing here are no
 * commands.
 */
const ABOUT: Readonly<Record<string, readonly Subject['kind'][]>> = {
  Anywhere: [],
  'In a list': ['task', 'card'],
  'On a board': ['card'],
  'On a collection in the sidebar': ['collection'],
};

const WITHOUT_KEYS = (
  [
    ['Add a collection', { kind: 'add-collection' }],
    ['Add a label', { kind: 'add-label' }],
    ['Add a filter', { kind: 'add-filter' }],
    ['Use the light theme', { theme: 'light' }],
    ['Use the dark theme', { theme: 'dark' }],
    ["Use the system's theme", { theme: 'system' }],
  ] as const
).map(([name, does]): Command => ({ kind: 'command', key: name, name, icon: Zap, does }));
