import Check from 'lucide-react/icons/check';
import type { Task } from '#src/domain/task.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './complete-button.module.css';
import { useTaskActions } from '#src/web/tasks/use-task-actions.ts';

/** The round check of a task: completes it, or reopens it. */
export function CompleteButton({ task }: { readonly task: Task }) {
  const isDone = task.completedAt !== null;
  const { toggle } = useTaskActions(task);
  return (
    <button
      type="button"
      className={cx(styles['button'], isDone && styles['done'])}
      aria-label={`${isDone ? 'Reopen' : 'Complete'} ${task.name}`}
      data-control="complete"
      data-priority={task.priority}
      onClick={toggle}
    >
      <span className={styles['circle']}>
        <Check size={13} strokeWidth={3.25} aria-hidden />
      </span>
    </button>
  );
}
