import type { Task } from '#src/tables/task/task.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { Flag } from '#src/web/ui/icons/flag.ts';
import styles from './priority-mark.module.css';

/** A small flag with the number, for priorities other than the default. */
export function PriorityMark({ priority }: Pick<Task, 'priority'>) {
  return priority < 4 ? (
    <span className={styles['mark']} data-priority={priority}>
      <Flag size={13} aria-hidden />
      <span className={hidden['hidden']}>Priority </span>
      {priority}
    </span>
  ) : null;
}
