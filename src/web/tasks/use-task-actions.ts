import type { PlacedTask } from '#src/domain/task.ts';
import { reopenNow } from '#src/mutators/complete-now.ts';
import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { letLeave } from '#src/web/focus/row-motion.ts';
import { completeOnceRead } from './complete-task.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** What can be done with a task where it is shown. Its row, where there is one, is seen leaving the list. */
export function useTaskActions(task: PlacedTask) {
  const { id, name, collectionId, parentId, completedAt } = task;
  const replica = useReplica();
  const mutate = useMutate();
  return {
    /** Completes it, or reopens it; asks for another collection when its own is gone. */
    toggle: () => {
      if (completedAt === null)
        return completeOnceRead(replica, task, (completion) => {
          void mutate(completion.name, completion.args, 'Task completed');
          letLeave(id);
        });
      // A sub-task stands where its parent does.
      if (parentId === null && replica.get('collection', collectionId)?.deletedAt !== null)
        return openDialog({ kind: 'reopen-task', id });
      void mutate('task.reopen', reopenNow(task, collectionId, Date.now(), replica.lists), 'Task reopened');
      letLeave(id);
    },
    askToDelete: () =>
      askToDelete(`The task “${name}” will be gone.`, () => {
        void mutate('task.delete', { id, at: Date.now() }, 'Task deleted');
        letLeave(id);
      }),
  };
}
