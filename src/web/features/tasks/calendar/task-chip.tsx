import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import { formatTime } from '#src/domain/time-of-day.ts';
import { useClock, useCollection, useTask } from '#src/web/data/rows.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import type { Task } from '#src/domain/task.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './task-chip.module.css';

interface TaskChipProps {
  readonly id: string;
  /** The time as it is where the user is. */
  readonly time: string | null;
  /** A time that comes after the next one: it cannot be moved. */
  readonly isLater?: boolean;
}

/** A task in its day. Keys work on it in the list of the day, where it stands too. */
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
