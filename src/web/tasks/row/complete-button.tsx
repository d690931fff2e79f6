import { Check } from '#src/web/ui/icons/check.ts';
import type { MouseEvent } from 'react';
import type { Task } from '#src/tables/task/task.ts';
import { restForKeys, takesPress } from '#src/web/focus/double-press.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './complete-button.module.css';
import { useTaskActions } from '#src/web/tasks/use-task-actions.ts';

/** The round check of a task: completes or reopens it. */
export function CompleteButton({ task }: { readonly task: Task }) {
  const isDone = task.completedAt !== null;
  const { toggle } = useTaskActions(task);
  const press = ({ currentTarget: button, detail }: MouseEvent<HTMLButtonElement>) => {
    const byKey = detail === 0;
    if (!takesPress(button, byKey)) return;
    toggle();
    const next = document.activeElement
      ?.closest('li')
      ?.querySelector<HTMLElement>('[data-control="complete"]');
    if (byKey && next && next !== button) restForKeys(next);
  };
  return (
    <button
      type="button"
      className={cx(styles['button'], isDone && styles['done'])}
      aria-label={`${isDone ? 'Reopen' : 'Complete'} ${task.name}`}
      data-control="complete"
      data-priority={task.priority}
      // A held key must not complete one task after another.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={press}
    >
      <span className={styles['circle']}>
        <Check size={13} strokeWidth={3.25} aria-hidden />
      </span>
    </button>
  );
}
