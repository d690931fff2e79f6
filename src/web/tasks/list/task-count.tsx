import type { ListName } from '#src/domain/lists/list-name.ts';
import { useTaskCount } from '#src/web/data/rows.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './task-count.module.css';

interface TaskCountProps {
  readonly list: ListName;
  /** What the link to the list has as `aria-describedby`: its name stays the list's own. */
  readonly id: string;
  /** That there are any is not as it should be. */
  readonly warning?: boolean;
}

/** How many tasks a list holds, within the link that leads to it. None are not worth a number. */
export function TaskCount({ list, id, warning = false }: TaskCountProps) {
  const count = useTaskCount(list);
  const number = count.toLocaleString();
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
