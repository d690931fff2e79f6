import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { useClock, useCollection, useTask } from '#src/web/data/rows.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { taskMenuOf } from '#src/web/focus/row-popover.ts';
import type { Task } from '#src/tables/task/task.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './task-chip.module.css';

interface TaskChipProps {
  readonly id: string;
  /** The time in the user's zone. */
  readonly time: string | null;
  /** The task repeats on this day, after its next time. Its chip cannot be moved. */
  readonly isLater?: boolean;
}

/** A task in the cell of its day. It takes no keys, since the list of the day shows it too. */
export function TaskChip({ id, time, isLater = false }: TaskChipProps) {
  const task = useTask(id);
  return task ? <Chip task={task} time={time} isLater={isLater} /> : null;
}

function Chip({
  task,
  time,
  isLater,
}: {
  readonly task: Task;
  readonly time: string | null;
  readonly isLater: boolean;
}) {
  const clock = useClock();
  const collection = useCollection(task.collectionId);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(styles['chip'], isLater && styles['later'])}
      data-move={isLater ? undefined : task.id}
      title={isLater ? `${task.name}, again` : task.name}
      onClick={() => openDialog({ kind: 'edit-task', id: task.id })}
      onContextMenu={taskMenuOf(task.id)}
    >
      <span className={styles['what']}>
        {collection && <ColorDot color={collection.color} />}
        <span className={styles['name']} dir="auto">
          {task.name}
        </span>
      </span>
      {time !== null && (
        <span className={styles['time']}>{formatTime(time as TimeOfDay, clock, navigator.language)}</span>
      )}
    </button>
  );
}
