interface Shortcut {
  readonly does: string;
  /** The names of its keys in `Shortcuts`. Each of them runs it; `g t` means one key after the other. */
  readonly keys: readonly string[];
  /** The effect of each key, where they differ. */
  readonly each?: readonly string[];
}

export interface ShortcutGroup {
  readonly title:
    | 'Anywhere'
    | 'Go to'
    | 'In a list'
    | 'On a board'
    | 'In the calendar'
    | 'On a collection in the sidebar';
  readonly shortcuts: readonly Shortcut[];
}

/** All keys of the app: for the dialog that `?` opens, and for the palette, which presses them. */
export function shortcutGroups(apple: boolean): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      shortcuts: [
        { does: 'Search, or give a command', keys: ['/', 'Mod+k'] },
        { does: 'Add a task', keys: ['q', 'n'] },
        { does: 'Undo the last change', keys: ['Mod+z'] },
        // On Apple's keyboards, Cmd+Y belongs to the browser.
        { does: 'Redo it', keys: apple ? ['Mod+Shift+z'] : ['Mod+Shift+z', 'Mod+y'] },
        { does: 'Undo, while it is offered', keys: ['z'] },
        { does: 'Show these shortcuts', keys: ['?'] },
      ],
    },
    {
      title: 'Go to',
      shortcuts: [
        { does: 'Today', keys: ['g t'] },
        { does: 'Upcoming', keys: ['g u'] },
        { does: 'Overdue', keys: ['g o'] },
        { does: 'Completed', keys: ['g c'] },
      ],
    },
    {
      title: 'In a list',
      shortcuts: [
        { does: 'Next task', keys: ['j', 'ArrowDown'] },
        { does: 'Previous task', keys: ['k', 'ArrowUp'] },
        { does: 'Show what is below it, or hide that', keys: ['ArrowRight', 'ArrowLeft'] },
        { does: 'Complete or reopen it', keys: [' '] },
        { does: 'Open it', keys: ['Enter'] },
        { does: 'Edit it, or read a completed one', keys: ['e'] },
        { does: 'Say how often it repeats, skip a time, or end it', keys: ['r'] },
        {
          does: 'Give it a priority',
          keys: ['1', '2', '3', '4'],
          each: ['Priority 1', 'Priority 2', 'Priority 3', 'Priority 4'],
        },
        { does: 'Move it up', keys: ['Alt+ArrowUp'] },
        { does: 'Move it down', keys: ['Alt+ArrowDown'] },
        { does: 'Make it a sub-task of the one above', keys: ['Alt+ArrowRight'] },
        { does: 'Make it one no longer', keys: ['Alt+ArrowLeft'] },
        { does: 'Select it', keys: ['x'] },
        { does: 'Select all', keys: ['Mod+a'] },
        { does: 'Change what is selected', keys: ['m'] },
        { does: 'Delete it', keys: ['Delete', 'Backspace'] },
      ],
    },
    {
      title: 'On a board',
      shortcuts: [
        { does: 'Next column, or the one before', keys: ['ArrowRight', 'ArrowLeft'] },
        { does: 'Move it to the next column', keys: ['Alt+ArrowRight'] },
        { does: 'Move it to the one before', keys: ['Alt+ArrowLeft'] },
      ],
    },
    {
      title: 'In the calendar',
      shortcuts: [
        { does: 'Next day, or the one before', keys: ['ArrowRight', 'ArrowLeft'] },
        { does: 'A week on, or back', keys: ['ArrowDown', 'ArrowUp'] },
        { does: 'First or last day of the week', keys: ['Home', 'End'] },
        { does: 'Month or week before or after', keys: ['PageUp', 'PageDown'] },
        { does: 'To the tasks of the day', keys: ['Enter'] },
        { does: 'Move it to the day before, or after', keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'] },
        { does: 'Make a task earlier or later by 15 minutes', keys: ['Alt+ArrowUp', 'Alt+ArrowDown'] },
        { does: 'Make it longer or shorter', keys: ['Alt+Shift+ArrowDown', 'Alt+Shift+ArrowUp'] },
      ],
    },
    {
      title: 'On a collection in the sidebar',
      shortcuts: [
        { does: 'Show what is below it, or hide that', keys: ['ArrowRight', 'ArrowLeft'] },
        { does: 'Move it up', keys: ['Alt+ArrowUp'] },
        { does: 'Move it down', keys: ['Alt+ArrowDown'] },
      ],
    },
  ];
}

/** True for a key held with another one. It works even when single keys are switched off. */
export function isHeld(key: string): boolean {
  return /^(?:Mod|Alt)\+/.test(key);
}

const WRITTEN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
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
