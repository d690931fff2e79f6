interface Shortcut {
  readonly does: string;
  /** Either of these does it. Keys in one of them are pressed one after the other. */
  readonly keys: readonly (readonly string[])[];
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { does: 'Add a task', keys: [['Q'], ['N']] },
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
      { does: 'Complete or reopen it', keys: [['Space']] },
      { does: 'Edit it', keys: [['E']] },
      { does: 'Delete it', keys: [['Delete'], ['Backspace']] },
    ],
  },
  {
    title: 'On a collection in the sidebar',
    shortcuts: [
      { does: 'Move it up', keys: [['Alt ↑']] },
      { does: 'Move it down', keys: [['Alt ↓']] },
    ],
  },
];
