import type { Task } from '#src/domain/task.ts';
import { askToDelete, openDialog } from '#src/web/hooks/dialogs.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { letLeave } from '#src/web/hooks/row-motion.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';

/** What can be done with a task where it is shown. Its row, where there is one, is seen leaving the list. */
export function useTaskActions(task: Task) {
  const { id, name, collectionId, completedAt } = task;
  const replica = useReplica();
  const mutate = useMutate();
  return {
    /** Completes it, or reopens it; asks for another collection when its own is gone. */
    toggle: () => {
      const isDone = completedAt !== null;
      if (isDone && replica.collection(collectionId)?.deletedAt !== null)
        return openDialog({ kind: 'reopen-task', id });
      const at = Date.now();
      if (isDone) void mutate('task.reopen', { id, collectionId, at }, 'Task reopened');
      else void mutate('task.complete', { id, at }, 'Task completed');
      if (replica.task(id) !== task) letLeave(id);
    },
    askToDelete: () =>
      askToDelete(`The task “${name}” will be gone.`, () => {
        // It may have changed since the question was asked.
        const before = replica.task(id);
        void mutate('task.delete', { id, at: Date.now() }, 'Task deleted');
        if (replica.task(id) !== before) letLeave(id);
      }),
  };
}
