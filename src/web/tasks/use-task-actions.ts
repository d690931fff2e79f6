import type { PlacedTask } from '#src/domain/task.ts';
import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { letLeave } from '#src/web/focus/row-motion.ts';
import { completionOf, onceRead } from './complete-task.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** What can be done with a task where it is shown. Its row, where there is one, is seen leaving the list. */
export function useTaskActions(task: PlacedTask) {
  const { id, name, collectionId, parentId, completedAt } = task;
  const replica = useReplica();
  const mutate = useMutate();
  return {
    /** Completes it, or reopens it; asks for another collection when its own is gone. */
    toggle: () => {
      const isDone = completedAt !== null;
      // A sub-task stands where its parent does.
      if (isDone && parentId === null && replica.get('collection', collectionId)?.deletedAt !== null)
        return openDialog({ kind: 'reopen-task', id });
      const at = Date.now();
      onceRead(replica, [task], () => {
        // It was pressed before, and completed this time.
        if (replica.get('task', id)?.cycleAt !== task.cycleAt) return;
        if (isDone) void mutate('task.reopen', { id, collectionId, at }, 'Task reopened');
        else {
          const { name: mutation, args } = completionOf(replica, task, at);
          void mutate(mutation, args, 'Task completed');
        }
        letLeave(id);
      });
    },
    askToDelete: () =>
      askToDelete(`The task “${name}” will be gone.`, () => {
        void mutate('task.delete', { id, at: Date.now() }, 'Task deleted');
        letLeave(id);
      }),
  };
}
