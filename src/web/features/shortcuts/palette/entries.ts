import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { CircleUserRound } from '#src/web/ui/icons/circle-user-round.ts';
import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Zap } from '#src/web/ui/icons/zap.ts';
import type { ColorHex } from '#src/domain/colors.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { collectionLink, collectionState, labelLink } from '#src/web/addresses/collection-links.ts';
import { filterLink } from '#src/web/addresses/filter-links.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { open, type Command } from '#src/web/features/shortcuts/commands/command.ts';
import { ALSO, PARTS } from './also.ts';
import { COMMANDS, type CommandPlace } from '#src/web/features/shortcuts/commands/commands.ts';

interface Named {
  /** Unique, and the same on the next visit. */
  readonly key: string;
  readonly name: string;
  /** Other words that find it. */
  readonly also?: string | undefined;
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

export interface CommandEntry extends Named {
  readonly kind: 'command';
  readonly icon: IconComponent;
  /** The task or collection that it is about. */
  readonly what?: string | undefined;
  readonly run: Command['run'];
}

export interface FoundTask {
  readonly kind: 'task';
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDone: boolean;
}

export type Entry = Place | CommandEntry | FoundTask;

/** Every place of the app: the screens first, then collections, labels and filters as the sidebar has them. */
export function placesOf(replica: Replica, screens: readonly Screen[]): readonly Place[] {
  const hasRejected = replica.rejections().length > 0;
  const shown = replica.lists.collections.tree().map(({ collection }) => collection);
  const archived = replica.lists.collections
    .all()
    .filter(({ id }) => replica.lists.collections.isArchived(id));
  return [
    ...screens
      .filter(({ isForRejected }) => !isForRejected || hasRejected)
      .map(({ id, path, name, icon, key }): Place => {
        const keys = key === undefined ? [] : [`g ${key}`];
        return { kind: 'place', key: id, name, to: path, icon, keys, also: ALSO[id] };
      }),
    ...PARTS.map(({ id, name, to }): Place => {
      return { kind: 'place', key: id, name, to, icon: CircleUserRound, what: 'Account', also: ALSO[id] };
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

const ADDING = 'add-typed';

/** Adds a text that was not found, as a task. */
export function addingOf(text: string): CommandEntry {
  const run = open({ kind: 'add-task', text: { name: text.trim(), description: '' } });
  return { kind: 'command', key: ADDING, name: `Add “${text.trim()}” as a task`, icon: Plus, run };
}

/** True for the entry that `addingOf` makes. */
export function isAdding({ key }: Entry): boolean {
  return key === ADDING;
}

/** Every command of the app that can be given. */
export function commandsOf(subject: Subject | null): readonly CommandEntry[] {
  // On a board they do something else than in a list.
  const taken = subject?.kind === 'card' ? COMMANDS.board.flatMap(({ keys }) => keys) : [];
  return ABOUT.flatMap(([place, about]) => {
    if (about && !about.some((kind) => kind === subject?.kind)) return [];
    return COMMANDS[place].flatMap(({ id, does, keys, each, isByKeyOnly, needs, run }) => {
      if (isByKeyOnly || (needs !== undefined && !document.querySelector(needs))) return [];
      if (place === 'list' && keys.some((key) => taken.includes(key))) return [];
      const entry = (key: string, name: string, its: readonly string[]): CommandEntry => {
        return {
          kind: 'command',
          key,
          name,
          also: ALSO[id],
          keys: its,
          what: about ? subject?.name : undefined,
          icon: Zap,
          run,
        };
      };
      return (
        each?.map((name, index) => entry(`${id} ${index}`, name, keys.slice(index, index + 1))) ?? [
          entry(id, does, keys),
        ]
      );
    });
  });
}

/** The subjects of the commands of a place, in the order of the palette; null for no subject. */
const ABOUT: readonly (readonly [CommandPlace, readonly Subject['kind'][] | null])[] = [
  ['anywhere', null],
  ['list', ['task', 'card']],
  ['board', ['card']],
  ['sidebar', ['collection']],
  ['palette', null],
];
