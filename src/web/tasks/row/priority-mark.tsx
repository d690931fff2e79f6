import type { Task } from '#src/tables/task/task.ts';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './priority-mark.module.css';

/** `p1` as one types it, for priorities other than the default. */
export function PriorityMark({ priority }: Pick<Task, 'priority'>) {
  return priority < 4 ? (
    <span className={styles['mark']} data-priority={priority}>
      <span aria-hidden>p{priority}</span>
      <span className={hidden['hidden']}>Priority {priority}</span>
    </span>
  ) : null;
}
