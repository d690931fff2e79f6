import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import type { Task } from '#src/tables/task/task.ts';
import { useTaskCount } from '#src/web/data/rows.ts';
import { useStore } from '#src/web/platform/store.ts';
import { foldedRows, toggleFold } from '#src/web/tasks/folded-rows.ts';
import styles from './sub-task-progress.module.css';

/** The progress of a task's sub-tasks, `2 of 5`. A press shows the active ones below it, or hides them. */
export function FoldButton({ task: { id, name } }: { readonly task: Task }) {
  const done = useTaskCount(`completed-under:${id}`);
  const all = useTaskCount(`under:${id}`);
  const isOpen = !useStore(foldedRows).has(id);
  if (all === 0) return null;
  const progress = `${done} of ${all}`;
  return (
    <button
      type="button"
      className={styles['fold']}
      aria-expanded={isOpen}
      aria-label={`${progress} sub-tasks of ${name}`}
      data-control="fold"
      onClick={() => toggleFold(id)}
    >
      <ChevronRight size={14} aria-hidden />
      {progress}
    </button>
  );
}
