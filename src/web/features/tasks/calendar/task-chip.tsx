import type { CSSProperties } from 'react';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { useClock, useCollection, useTask } from '#src/web/data/rows.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { taskMenuOf } from '#src/web/focus/row-popover.ts';
import type { Task } from '#src/tables/task/task.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './task-chip.module.css';

export interface TaskChipProps {
  readonly id: string;
  /** The time in the user's zone. */
  readonly time: string | null;
  /** The task repeats on this day, after its next time. Its chip cannot be moved. */
  readonly isLater?: boolean;
  /** The task began on an earlier day. */
  readonly goesOn?: boolean;
  /** The name has two lines. */
  readonly isTall?: boolean;
}

/** A task in the cell of its day. It takes no keys, since the list of the day shows it too. */
export function TaskChip({ id, ...props }: TaskChipProps) {
  const task = useTask(id);
  return task ? <Chip task={task} {...props} /> : null;
}

function Chip(props: Omit<TaskChipProps, 'id'> & { readonly task: Task }) {
  const { task, time, isLater = false, goesOn = false, isTall = false } = props;
  const clock = useClock();
  const collection = useCollection(task.collectionId);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(
        styles['chip'],
        isTall && styles['tall'],
        isLater && styles['later'],
        goesOn && styles['goesOn'],
      )}
      style={{ '--color': collection?.color } as CSSProperties}
      data-move={isLater || goesOn ? undefined : task.id}
      title={isLater ? `${task.name}, again` : task.name}
      onClick={() => openDialog({ kind: 'edit-task', id: task.id })}
      onContextMenu={taskMenuOf(task.id)}
    >
      <span className={styles['words']} dir="auto">
        {time !== null && (
          <span className={styles['time']}>{formatTime(time as TimeOfDay, clock, navigator.language)} </span>
        )}
        {task.name}
      </span>
    </button>
  );
}
