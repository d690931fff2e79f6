interface Shortcut {
  readonly does: string;
  /** Either of these does it. Keys in one of them are pressed one after the other. */
  readonly keys: readonly (readonly string[])[];
  /** It is no single key: it works when these are switched off. */
  readonly isHeld?: true;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** `apple`: on Apple's keyboards, commands are given with another key. */
export function shortcutGroups(apple: boolean): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      shortcuts: [
        { does: 'Add a task', keys: [['Q'], ['N']] },
        { does: 'Undo the last change', keys: [[apple ? '⌘ Z' : 'Ctrl Z']], isHeld: true },
        { does: 'Redo it', keys: apple ? [['⇧ ⌘ Z']] : [['Ctrl Shift Z'], ['Ctrl Y']], isHeld: true },
        { does: 'Undo, while it is offered', keys: [['Z']] },
        { does: 'Show these shortcuts', keys: [['?']] },
      ],
    },
    {
      title: 'Go to',
      shortcuts: [
        { does: 'Today', keys: [['G', 'T']] },
        { does: 'Upcoming', keys: [['G', 'U']] },
        { does: 'Overdue', keys: [['G', 'O']] },
        { does: 'Completed', keys: [['G', 'C']] },
      ],
    },
    {
      title: 'In a list',
      shortcuts: [
        { does: 'Next task', keys: [['J'], ['↓']] },
        { does: 'Previous task', keys: [['K'], ['↑']] },
        { does: 'Show what is below it, or hide that', keys: [['→'], ['←']] },
        { does: 'Complete or reopen it', keys: [['Space']] },
        { does: 'Open it', keys: [['Enter']] },
        { does: 'Edit it, or read a completed one', keys: [['E']] },
        { does: 'Say how often it repeats, skip a time, or end it', keys: [['R']] },
        { does: 'Give it a priority', keys: [['1'], ['2'], ['3'], ['4']] },
        { does: 'Move it up', keys: [[apple ? '⌥ ↑' : 'Alt ↑']], isHeld: true },
        { does: 'Move it down', keys: [[apple ? '⌥ ↓' : 'Alt ↓']], isHeld: true },
        { does: 'Make it a sub-task of the one above', keys: [[apple ? '⌥ →' : 'Alt →']], isHeld: true },
        { does: 'Make it one no longer', keys: [[apple ? '⌥ ←' : 'Alt ←']], isHeld: true },
        { does: 'Select it', keys: [['X']] },
        { does: 'Select all', keys: [[apple ? '⌘ A' : 'Ctrl A']], isHeld: true },
        { does: 'Change what is selected', keys: [['M']] },
        { does: 'Delete it', keys: [['Delete'], ['Backspace']] },
      ],
    },
    {
      title: 'In the calendar',
      shortcuts: [
        { does: 'Another day', keys: [['←'], ['→'], ['↑'], ['↓']] },
        { does: 'First or last day of the week', keys: [['Home'], ['End']] },
        { does: 'Month or week before or after', keys: [['Page Up'], ['Page Down']] },
        { does: 'To the tasks of the day', keys: [['Enter']] },
        {
          does: 'Move a task by days, or by 15 minutes',
          keys: [[apple ? '⌥ ← → ↑ ↓' : 'Alt ← → ↑ ↓']],
          isHeld: true,
        },
        { does: 'Make it longer or shorter', keys: [[apple ? '⇧ ⌥ ↓ ↑' : 'Alt Shift ↓ ↑']], isHeld: true },
      ],
    },
    {
      title: 'On a collection in the sidebar',
      shortcuts: [
        { does: 'Show what is below it, or hide that', keys: [['→'], ['←']] },
        { does: 'Move it up', keys: [[apple ? '⌥ ↑' : 'Alt ↑']], isHeld: true },
        { does: 'Move it down', keys: [[apple ? '⌥ ↓' : 'Alt ↓']], isHeld: true },
      ],
    },
  ];
}
