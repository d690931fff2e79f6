import type { PRIORITIES } from '#src/tables/task/table.ts';
import { askToDeleteTask } from '#src/web/tasks/use-task-actions.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { focusedRow, pressInRow } from '#src/web/focus/row-focus.ts';
import { openForFocusedRow, openForSelection, type RowPart } from '#src/web/focus/row-popover.ts';
import { selectedIds, toggleSelected } from '#src/web/tasks/selection.ts';
import type { Tools } from './tools.ts';

/** The id of the task whose row has the focus; empty for none. */
const focusedId = () => focusedRow()?.dataset['task'] ?? '';

/** Selects the task whose row has the focus, or selects it no longer. */
export function selectFocused({ replica }: Tools): boolean {
  const id = focusedId();
  if (id !== '') toggleSelected(replica, id);
  return id !== '';
}

/** Opens a value of the selected tasks; without a selection, of the task whose row has the focus. */
export const openValue = (part: RowPart) => (): boolean =>
  selectedIds().size > 0 ? openForSelection(part) : openForFocusedRow(part);

/** Opens the reminders and the repeat. A completed task has neither. */
export function openReminders({ replica }: Tools): boolean {
  const isForOne = selectedIds().size === 0;
  return (!isForOne || replica.lists.task(focusedId())?.completedAt === null) && openValue('reminders')();
}

/** Opens the dialog of the task whose row has the focus: to edit it, or once it is completed, to read it. */
export function editFocused({ replica }: Tools): boolean {
  const id = focusedId();
  const task = replica.lists.task(id);
  if (task) openDialog({ kind: task.completedAt === null ? 'edit-task' : 'read-task', id });
  return task !== undefined;
}

/** Asks whether to delete the task whose row has the focus. */
export function deleteFocused({ replica, mutate }: Tools): boolean {
  const task = replica.lists.task(focusedId());
  if (!task) return false;
  askToDeleteTask(task, (args) => void mutate('task.delete', args));
  return true;
}

/** Shows or hides what is below the task whose row has the focus, where that is `expanded` so far. */
export function foldFocused(expanded: 'true' | 'false'): boolean {
  const row = focusedRow();
  const isSo = row?.querySelector(`[data-control="fold"][aria-expanded="${expanded}"]`);
  return isSo ? pressInRow(row, 'fold') : false;
}

/** Opens the task whose row has the focus itself: on what is in the row, Enter does what that is for. */
export function openFocused(): boolean {
  const row = focusedRow();
  return document.activeElement === row && pressInRow(row, 'open');
}

/** Gives the active task whose row has the focus the priority of the key. */
export function giveFocused({ replica, mutate }: Tools, _: unknown, key: string): boolean {
  const id = focusedId();
  const task = replica.lists.task(id);
  if (task?.completedAt !== null) return false;
  const priority = Number(key) as (typeof PRIORITIES)[number];
  if (task.priority !== priority)
    void mutate('task.edit', { id, changes: { priority }, at: Date.now() }, `Priority ${key}`);
  return true;
}
