import { useLocation } from '#src/web/addresses/location.ts';
import type { Task } from '#src/tables/task/task.ts';
import { besideState, taskLink } from '#src/web/addresses/task-address.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Link } from '#src/web/ui/link.tsx';
import styles from './task-page.module.css';

/** The name of another task, as a link that opens it beside the same list. */
export function TaskLink({ task }: { readonly task: Task }) {
  const location = useLocation();
  return (
    <Link
      to={taskLink(task.id)}
      state={besideState(location)}
      className={cx(styles['link'], task.completedAt !== null && styles['done'])}
      data-control="open"
      aria-label={`Open ${task.name}`}
      dir="auto"
    >
      {task.name}
    </Link>
  );
}
