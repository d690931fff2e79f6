import type { SettingValue } from '#src/tables/setting/setting.ts';
import { ON_BOARD } from '#src/web/focus/commands/board.ts';
import { ON_BLOCK, ON_DAY, TO_DAYS } from '#src/web/focus/commands/calendar.ts';
import { ON_COLLECTION } from '#src/web/focus/commands/sidebar.ts';
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

/** Every command, by the part of the app in which its keys hold, in the order of the palette and the list of keys. */
export const COMMANDS: Readonly<Record<CommandPlace, readonly Command[]>> = {
  anywhere: ANYWHERE,
  list: IN_LISTS,
  board: ON_BOARD,
  calendar: [...TO_DAYS, ...ON_DAY, ...ON_BLOCK],
  sidebar: ON_COLLECTION,
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
