import { Check } from 'lucide-react';
import type { Task } from '#src/domain/task.ts';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { letLeave } from '#src/web/hooks/row-motion.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './complete-button.module.css';

/** The round check of a task: completes it, or reopens it. */
export function CompleteButton({ task }: { readonly task: Task }) {
  const { id, name, collectionId, completedAt } = task;
  const isDone = completedAt !== null;
  const replica = useReplica();
  const mutate = useMutate();
  const toggle = () => {
    const at = Date.now();
    if (isDone) void mutate('task.reopen', { id, collectionId, at }, 'Task reopened');
    else void mutate('task.complete', { id, at }, 'Task completed');
  };
  const onPress = (button: HTMLElement) => {
    if (isDone && replica.collection(collectionId)?.deletedAt !== null)
      return openDialog({ kind: 'reopen-task', id });
    toggle();
    if (replica.task(id) !== task) letLeave(id, button);
  };
  return (
    <button
      type="button"
      className={cx(styles['button'], isDone && styles['done'])}
      aria-label={`${isDone ? 'Reopen' : 'Complete'} ${name}`}
      data-control="complete"
      onClick={(event) => onPress(event.currentTarget)}
    >
      <span className={styles['circle']}>
        <Check size={13} strokeWidth={3.25} aria-hidden />
      </span>
    </button>
  );
}
