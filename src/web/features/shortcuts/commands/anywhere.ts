import type { Replica } from '#src/sync/client/replica.ts';
import { redo, undo } from '#src/web/data/undo.ts';
import { undoLatest } from '#src/web/feedback/notifications.ts';
import { ADD_TASK } from '#src/web/focus/commands/shared.ts';
import { isApple } from '#src/web/platform/key-name.ts';
import { open, type Command } from './command.ts';

/** A key held down must not take back everything. */
const once =
  (step: (replica: Replica) => Promise<void>): NonNullable<Command['run']> =>
  ({ replica }, { repeat }) => {
    if (!repeat) void step(replica);
    return true;
  };

/** The commands whose keys work wherever the focus is. */
export const ANYWHERE: readonly Command[] = [
  // The palette is open where a command is chosen from it.
  {
    id: 'search',
    does: 'Search, or give a command',
    keys: ['/', 'Mod+k'],
    isByKeyOnly: true,
    run: open({ kind: 'search' }),
  },
  { ...ADD_TASK, run: open({ kind: 'add-task' }) },
  { id: 'undo', does: 'Undo the last change', keys: ['Mod+z'], run: once(undo) },
  // On Apple's keyboards, Cmd with Y is the browser's.
  {
    id: 'redo',
    does: 'Redo the last undone change',
    keys: isApple() ? ['Mod+Shift+z'] : ['Mod+Shift+z', 'Mod+y'],
    run: once(redo),
  },
  // The palette has the one above, which does the same.
  {
    id: 'undo-offered',
    does: 'Undo, while it is offered',
    keys: ['z'],
    isByKeyOnly: true,
    run: undoLatest,
  },
  { id: 'shortcuts', does: 'Show the keyboard shortcuts', keys: ['?'], run: open({ kind: 'shortcuts' }) },
];
