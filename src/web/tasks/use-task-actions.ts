import type { PlacedTask } from '#src/tables/task/task.ts';
import { reopenNow } from '#src/tables/task/complete-now.ts';
import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { letLeave } from '#src/web/focus/row-motion.ts';
import { completeOnceRead } from './complete-task.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** The actions for a task in its row or on its page. A row that leaves its list fades. */
export function useTaskActions(task: PlacedTask) {
  const { id, collectionId, parentId, completedAt } = task;
  const replica = useReplica();
  const mutate = useMutate();
  return {
    /** Completes or reopens the task; asks for another collection if its own is deleted. */
    toggle: () => {
      if (completedAt === null)
        return completeOnceRead(replica, task, (completion) => {
          void mutate(completion.name, completion.args);
          letLeave(id);
        });
      // A sub-task has the collection of its parent.
      if (parentId === null && replica.get('collection', collectionId)?.deletedAt !== null)
        return openDialog({ kind: 'reopen-task', id });
      void mutate('task.reopen', reopenNow(task, collectionId, Date.now(), replica.lists));
      letLeave(id);
    },
    askToDelete: () => askToDeleteTask(task, (args) => void mutate('task.delete', args)),
  };
}

/** Asks whether to delete a task. Its row fades from its list. */
export function askToDeleteTask(
  { id, name }: Pick<PlacedTask, 'id' | 'name'>,
  onConfirm: (args: { readonly id: string; readonly at: number }) => void,
): void {
  askToDelete(`Move “${name}” to Trash? You can restore it for 30 days.`, () => {
    onConfirm({ id, at: Date.now() });
    letLeave(id);
  });
}
