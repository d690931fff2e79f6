import type { Screen } from '#src/web/data/screen.ts';
import { COMMANDS, type CommandPlace } from '#src/web/features/shortcuts/commands/commands.ts';

interface Shortcut {
  readonly id: string;
  readonly does: string;
  /** Either of these does it; of `g t`, one key follows the other. */
  readonly keys: readonly string[];
}

export interface ShortcutGroup {
  readonly id: string;
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
  /** True for the keys of a control that has the focus: they work when single keys are switched off. */
  readonly isOfControl?: boolean;
}

const PARTS: readonly (readonly [CommandPlace, title: string, isOfControl: boolean])[] = [
  ['list', 'In a list', false],
  ['board', 'On a board', false],
  ['calendar', 'In the calendar', true],
  ['sidebar', 'On a collection in the sidebar', true],
];

/** All keys of the app, as the dialog that `?` opens tells of them. */
export function shortcutGroups(screens: readonly Screen[]): readonly ShortcutGroup[] {
  const ofScreens = screens.flatMap(({ id, name, key }) =>
    key === undefined ? [] : [{ id, does: name, keys: [`g ${key}`] }],
  );
  return [
    { id: 'anywhere', title: 'Anywhere', shortcuts: COMMANDS.anywhere },
    { id: 'go-to', title: 'Go to', shortcuts: ofScreens },
    ...PARTS.map(([id, title, isOfControl]) => ({ id, title, shortcuts: COMMANDS[id], isOfControl })),
  ];
}

const WRITTEN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** The keys to press one after the other for a key of the list, as labelled on the keyboard. */
export function shownKeys(key: string, apple: boolean): readonly string[] {
  return key === ' ' ? ['Space'] : key.split(' ').map((one) => shownKey(one, apple));
}

function shownKey(key: string, apple: boolean): string {
  const parts = key.split('+');
  const last = parts.at(-1) ?? '';
  const written = WRITTEN[last] ?? (last.length === 1 ? last.toUpperCase() : last);
  const held = parts.slice(0, -1);
  // Apple's keyboards use Cmd for commands, named after the other modifiers.
  const names = apple
    ? held.toReversed().map((name) => ({ Mod: '⌘', Shift: '⇧', Alt: '⌥' })[name])
    : held.map((name) => (name === 'Mod' ? 'Ctrl' : name));
  return [...names, written].join(' ');
}
