import { useTaskCount } from '#src/web/data/rows.ts';
import styles from './sub-task-progress.module.css';

/** The progress of a task's sub-tasks, `2 of 5`; nothing without sub-tasks. */
export function SubTaskProgress({ id }: { readonly id: string }) {
  const done = useTaskCount(`completed-under:${id}`);
  const all = useTaskCount(`under:${id}`);
  return all > 0 ? <span className={styles['progress']}>{`${done} of ${all}`}</span> : null;
}
