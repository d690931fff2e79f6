import type { SettingValue } from '#src/tables/setting/setting.ts';
import { signOut } from '#src/web/account/sign-out.ts';
import { ANYWHERE } from './anywhere.ts';
import { open, type Command } from './command.ts';
import { IN_LISTS } from './in-lists.ts';

const chooseTheme =
  (value: SettingValue<'theme'>): NonNullable<Command['run']> =>
  ({ mutate }) => {
    void mutate('setting.set', { id: 'theme', value, at: Date.now() }, null);
    return true;
  };

/** A command that presses a button of the page, where the page has it. */
function pressing(id: string, does: string, button: string): Command {
  const run = () => {
    const there = document.querySelector<HTMLElement>(button);
    there?.click();
    return there !== null;
  };
  return { id, does, keys: [], needs: button, run };
}

export type CommandPlace = 'anywhere' | 'list' | 'board' | 'calendar' | 'sidebar' | 'palette';

/**
 * Every command, by the part of the app in which its keys hold, in the order of the palette and the list of keys. A part without a
 * file of its own is not in the app's first script: its board, calendar or list of collections listens for the keys.
 */
export const COMMANDS: Readonly<Record<CommandPlace, readonly Command[]>> = {
  anywhere: ANYWHERE,
  list: IN_LISTS,
  board: [
    { id: 'column', does: 'Next or previous column', keys: ['ArrowRight', 'ArrowLeft'] },
    { id: 'to-next-column', does: 'Move it to the next column', keys: ['Alt+ArrowRight'] },
    { id: 'to-previous-column', does: 'Move it to the previous column', keys: ['Alt+ArrowLeft'] },
  ],
  calendar: [
    { id: 'day', does: 'Next or previous day', keys: ['ArrowRight', 'ArrowLeft'] },
    { id: 'week', does: 'Next or previous week', keys: ['ArrowDown', 'ArrowUp'] },
    { id: 'week-end', does: 'First or last day of the week', keys: ['Home', 'End'] },
    { id: 'page', does: 'Next or previous month or week', keys: ['PageUp', 'PageDown'] },
    { id: 'day-tasks', does: 'Go to the tasks of the day', keys: ['Enter'] },
    { id: 'to-day', does: 'Move it to the previous or next day', keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'] },
    {
      id: 'to-time',
      does: 'Move a task by 15 minutes',
      keys: ['Alt+ArrowUp', 'Alt+ArrowDown'],
    },
    { id: 'duration', does: 'Make it longer or shorter', keys: ['Alt+Shift+ArrowDown', 'Alt+Shift+ArrowUp'] },
  ],
  sidebar: [
    { id: 'fold-collection', does: 'Show what is below it, or hide that', keys: ['ArrowRight', 'ArrowLeft'] },
    { id: 'collection-up', does: 'Move it up', keys: ['Alt+ArrowUp'] },
    { id: 'collection-down', does: 'Move it down', keys: ['Alt+ArrowDown'] },
  ],
  // They have no keys.
  palette: [
    { id: 'add-collection', does: 'Add a collection', keys: [], run: open({ kind: 'add-collection' }) },
    { id: 'add-label', does: 'Add a label', keys: [], run: open({ kind: 'add-label' }) },
    { id: 'add-filter', does: 'Add a filter', keys: [], run: open({ kind: 'add-filter' }) },
    pressing('add-section', 'Add a section', '[data-add-section]'),
    pressing('view', 'Change the view', '[data-view-button]'),
    { id: 'light', does: 'Use the light theme', keys: [], run: chooseTheme('light') },
    { id: 'dark', does: 'Use the dark theme', keys: [], run: chooseTheme('dark') },
    { id: 'system-theme', does: "Use the system's theme", keys: [], run: chooseTheme('system') },
    {
      id: 'sign-out',
      does: 'Sign out',
      keys: [],
      run: ({ replica }) => {
        signOut(replica);
        return true;
      },
    },
  ],
};
