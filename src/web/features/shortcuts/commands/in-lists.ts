import { DOWN, EDIT, NEXT, PREVIOUS, SELECT_ALL, UP } from '#src/web/focus/commands/shared.ts';
import { isForeignLink } from '#src/web/focus/foreign-link.ts';
import { focusSelectionBar, openForFocusedRow, SELECTION_BAR } from '#src/web/focus/row-popover.ts';
import { focusedRow, moveRowFocus, pressInRow } from '#src/web/focus/row-focus.ts';
import { moveFocused } from '#src/web/features/shortcuts/order-keys.ts';
import {
  deleteFocused,
  editFocused,
  foldFocused,
  giveFocused,
  openFocused,
  openReminders,
  openValue,
  selectFocused,
} from '#src/web/features/shortcuts/row-keys.ts';
import type { Command } from './command.ts';

/** The commands about the task whose row has the focus. */
export const IN_LISTS: readonly Command[] = [
  {
    ...NEXT,
    run: (_, __, key) => (key === 'j' || isBesideLists()) && moveRowFocus(1),
  },
  {
    ...PREVIOUS,
    run: (_, __, key) => (key === 'k' || isBesideLists()) && moveRowFocus(-1),
  },
  {
    id: 'fold',
    does: 'Show what is below it, or hide that',
    keys: ['ArrowRight', 'ArrowLeft'],
    run: (_, __, key) => foldFocused(key === 'ArrowRight' ? 'false' : 'true'),
  },
  // A key held down must not complete one task after the other.
  {
    id: 'complete',
    does: 'Complete or reopen it',
    keys: [' '],
    run: (_, { repeat }) => !repeat && pressInRow(focusedRow(), 'complete'),
  },
  { id: 'open', does: 'Open it', keys: ['Enter'], run: openFocused },
  { ...EDIT, run: editFocused },
  { id: 'repeat', does: 'Reminders, and how often it repeats', keys: ['r'], run: openReminders },
  {
    id: 'priority',
    does: 'Give it a priority',
    keys: ['1', '2', '3', '4'],
    each: ['Priority 1', 'Priority 2', 'Priority 3', 'Priority 4'],
    run: giveFocused,
  },
  { id: 'give-day', does: 'Give it a date', keys: ['t'], run: openValue('day') },
  { id: 'give-deadline', does: 'Give it a deadline', keys: ['d'], run: openValue('deadline') },
  {
    id: 'place',
    does: 'Move it to a collection or section',
    keys: ['v'],
    run: openValue('place'),
  },
  { id: 'give-labels', does: 'Give it labels', keys: ['l'], run: openValue('labels') },
  { ...UP, run: moveFocused('up') },
  { ...DOWN, run: moveFocused('down') },
  {
    id: 'indent',
    does: 'Make it a sub-task of the one above',
    keys: ['Alt+ArrowRight'],
    run: moveFocused('in'),
  },
  { id: 'outdent', does: 'Move it out of its parent', keys: ['Alt+ArrowLeft'], run: moveFocused('out') },
  { id: 'select', does: 'Select it', keys: ['x'], run: selectFocused },
  SELECT_ALL,
  {
    id: 'change-selected',
    does: 'Change the selected tasks',
    keys: ['m'],
    needs: SELECTION_BAR,
    run: focusSelectionBar,
  },
  // Backspace is what Macs call their delete key.
  { id: 'delete', does: 'Delete it', keys: ['Delete', 'Backspace'], run: deleteFocused },
  {
    id: 'menu',
    does: 'Show its menu',
    keys: ['Shift+F10'],
    run: () => !isForeignLink(document.activeElement) && openForFocusedRow('menu'),
  },
];

/** Elsewhere, such as in the sidebar, arrows scroll, or do what the control there does with them. */
function isBesideLists(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest('main') !== null;
}
