/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's rows and cells cannot be laid out in a grid of CSS */
import { useCallback, useSyncExternalStore, type MouseEvent } from 'react';
import { daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { layOut } from '#src/reading/calendar/overlap.ts';
import { blockOf, DAY_MINUTES, daysOver, timeAt } from '#src/reading/calendar/standing.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { dayText } from './calendar-texts.ts';
import type { Standing } from './plan.ts';
import { TimeBlock } from './time-block.tsx';
import styles from './week-grid.module.css';

interface DayColumnProps {
  readonly day: CalendarDay;
  readonly className: string;
  readonly standing: readonly Standing[];
  /** The tasks that began on earlier days and go on in this one. */
  readonly running: readonly Standing[];
  readonly onChoose: () => void;
  readonly onAdd: (time: string) => void;
}

/** The day from midnight to midnight, with its timed tasks as blocks. */
export function DayColumn({ day, className, standing, running, onChoose, onAdd }: DayColumnProps) {
  const timed = [...running, ...standing].flatMap(({ id, due: { date, time } }) =>
    time === null ? [] : [{ id, time: time as TimeOfDay, after: daysBetween(date, day) }],
  );
  const durations = useDurations(timed.map(({ id }) => id));
  const blocks = timed.map(({ time, after }, index) => blockOf(time, durations[index] ?? null, after));
  const lanes = layOut(blocks);
  const addHere = ({ target, currentTarget, clientY }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    // Rounds down to the half hour that the pointer is in.
    onAdd(timeAt(Math.floor((((clientY - top) / height) * DAY_MINUTES) / 30) * 30));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
    <div
      role="gridcell"
      tabIndex={-1}
      data-day={day}
      data-target="time"
      className={cx(styles['column'], className)}
      onClick={onChoose}
      onDoubleClick={addHere}
    >
      <span className={hidden['hidden']}>{dayText(day, timed.length, 0)} with a time</span>
      {timed.map(({ id, time, after }, index) => {
        const { from, to } = blocks[index] ?? { from: 0, to: 0 };
        const { lane, lanes: all, width } = lanes[index] ?? { lane: 0, lanes: 1, width: 1 };
        return (
          <TimeBlock
            key={id}
            id={id}
            time={time}
            after={after}
            isLast={after >= daysOver(time, durations[index] ?? null)}
            style={{
              insetBlockStart: `${(from / DAY_MINUTES) * 100}%`,
              blockSize: `${((to - from) / DAY_MINUTES) * 100}%`,
              insetInlineStart: `${(lane / all) * 100}%`,
              inlineSize: `${(width / all) * 100}%`,
            }}
          />
        );
      })}
    </div>
  );
}

/** The durations of tasks, minutes or null, live. Each task is followed, since lists do not change with a duration. */
function useDurations(ids: readonly string[]): readonly (number | null)[] {
  const replica = useReplica();
  const key = ids.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = key.split(' ').map((id) => replica.subscribe(`task:${id}`, listener));
      return () => stops.forEach((stop) => stop());
    },
    [replica, key],
  );
  const text = useSyncExternalStore(subscribe, () =>
    ids.map((id) => replica.get('task', id)?.duration ?? '').join(' '),
  );
  return ids.length === 0 ? [] : text.split(' ').map((minutes) => (minutes === '' ? null : Number(minutes)));
}
