import type { PlacedTask } from '#src/tables/task/task.ts';
import { reopenNow } from '#src/tables/task/complete-now.ts';
import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { letLeave } from '#src/web/focus/row-motion.ts';
import { completeOnceRead } from './complete-task.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** The actions for a task in its row or on its page. A row that leaves its list fades. */
export function useTaskActions(task: PlacedTask) {
  const { id, name, collectionId, parentId, completedAt } = task;
  const replica = useReplica();
  const mutate = useMutate();
  return {
    /** Completes or reopens the task; asks for another collection if its own is deleted. */
    toggle: () => {
      if (completedAt === null)
        return completeOnceRead(replica, task, (completion) => {
          void mutate(completion.name, completion.args, 'Task completed');
          letLeave(id);
        });
      // A sub-task has the collection of its parent.
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
