import { formatDuration } from '#src/domain/time/duration.ts';
import type { Task } from '#src/tables/task/task.ts';
import { formatTime } from '#src/domain/time/time-of-day.ts';
import { useClock } from '#src/web/data/rows.ts';
import styles from './task-row.module.css';

/** The time of a task on the user's clock, its zone, and its duration. */
export function TaskTime({ task }: { readonly task: Pick<Task, 'time' | 'zone' | 'duration'> }) {
  const { time, zone, duration } = task;
  const clock = useClock();
  return (
    <>
      {time !== null && (
        <time dateTime={time} className={styles['time']}>
          {formatTime(time, clock, navigator.language)}
        </time>
      )}
      {zone !== null && <span className={styles['short']}>{zone}</span>}
      {duration !== null && <span className={styles['time']}>{formatDuration(duration)}</span>}
    </>
  );
}
