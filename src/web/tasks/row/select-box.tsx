import type { Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { toggleSelected, useIsSelected } from '#src/web/tasks/selection.ts';
import styles from './task-row.module.css';

/** Selects a task, so that several can be changed at once. */
export function SelectBox({ task: { id, name } }: { readonly task: Pick<Task, 'id' | 'name'> }) {
  const replica = useReplica();
  return (
    <label className={styles['select']}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        data-control="select"
        checked={useIsSelected(id)}
        onChange={() => toggleSelected(replica, id)}
      />
    </label>
  );
}
