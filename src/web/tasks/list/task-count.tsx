import type { ListName } from '#src/reading/lists/list-name.ts';
import { useTaskCount } from '#src/web/data/rows.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './task-count.module.css';

interface TaskCountProps {
  readonly list: ListName;
  /** For `aria-describedby` of the link to the list, whose name stays the list's own. */
  readonly id: string;
  /** True for a list that should be empty. */
  readonly warning?: boolean;
}

/** The number of tasks in a list, inside the link to it. Empty for 0. */
export function TaskCount({ list, id, warning = false }: TaskCountProps) {
  const count = useTaskCount(list);
  const number = formatCount(count);
  return (
    <>
      {count > 0 && (
        <span className={cx(styles['count'], warning && styles['warning'])} aria-hidden>
          {number}
        </span>
      )}
      <span id={id} hidden>
        {count > 0 && (count === 1 ? '1 task' : `${number} tasks`)}
      </span>
    </>
  );
}
