/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's rows and cells cannot be laid out in a grid of CSS */
import { useRef } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { shortWeekday } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { dayText, firstOfMonthText, weekdayText } from './calendar-texts.ts';
import { dayKeys, type GridProps } from './day-cell.ts';
import styles from './month-grid.module.css';
import type { Standing } from './plan.ts';
import { chipsIn } from './chips-in.ts';
import { TaskChip, type TaskChipProps } from './task-chip.tsx';
import { useCellRoom } from './use-cell-room.ts';

const NONE: readonly never[] = [];

/** Six weeks, which fit the window. */
export function MonthGrid(props: GridProps) {
  const { day, today, weeks, name, plan, onDay, onAdd } = props;
  const grid = useRef<HTMLDivElement>(null);
  const room = useCellRoom(grid);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells get the focus
    <div
      ref={grid}
      role="grid"
      aria-label={name}
      className={styles['grid']}
      onKeyDown={dayKeys(props, 'month')}
    >
      <div role="row" className={styles['week']}>
        {weeks[0]?.map((each) => (
          <div key={each} role="columnheader" aria-label={weekdayText(each)} className={styles['weekday']}>
            {shortWeekday(each)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={styles['week']}>
          {week.map((each) => (
            <DayCell
              key={each}
              day={each}
              isChosen={each === day}
              isToday={each === today}
              room={room}
              standing={plan.days.get(each) ?? NONE}
              running={plan.running.get(each) ?? NONE}
              later={plan.later.get(each) ?? NONE}
              onChoose={() => onDay(each)}
              onAdd={() => onAdd(each, null)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ChipOf = Pick<TaskChipProps, 'id' | 'time' | 'isLater' | 'goesOn'>;

interface DayCellProps {
  readonly day: CalendarDay;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  /** See useCellRoom. */
  readonly room: number;
  readonly standing: readonly Standing[];
  /** The tasks that began on an earlier day and go on in this one. */
  readonly running: readonly Standing[];
  readonly later: readonly string[];
  readonly onChoose: () => void;
  readonly onAdd: () => void;
}

function DayCell(props: DayCellProps) {
  const { day, isChosen, isToday, room, standing, running, later, onChoose, onAdd } = props;
  const all: readonly ChipOf[] = [
    ...running.map(({ id, due }) => ({ id, time: due.time, goesOn: true })),
    ...standing.map(({ id, due }) => ({ id, time: due.time })),
    ...later.map((id) => ({ id, time: null, isLater: true })),
  ];
  const { count, tall } = chipsIn(room, all.length);
  const isFirst = day.endsWith('-01');
  const lines = standing.length + later.length;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      data-day={day}
      data-target="day"
      className={cx(styles['day'], isFirst && styles['first'], Number(day.slice(8)) <= 7 && styles['begins'])}
      onClick={onChoose}
      onDoubleClick={onAdd}
    >
      <span className={hidden['hidden']}>{dayText(day, standing.length, later.length)}</span>
      <span className={styles['head']} aria-hidden>
        <span className={cx(styles['number'], isToday && styles['today'])}>
          {isFirst ? firstOfMonthText(day) : Number(day.slice(8))}
        </span>
        {count < all.length && <span className={styles['more']}>{formatCount(all.length - count)} more</span>}
      </span>
      <span className={styles['chips']} data-chips>
        {all.slice(0, count).map((chip, index) => (
          <TaskChip key={chip.id} {...chip} isTall={index < tall} />
        ))}
      </span>
      {lines > 0 && (
        <span className={cx(styles['count'], standing.length === 0 && styles['onlyLater'])} aria-hidden>
          {standing.length > 0 ? formatCount(standing.length) : '·'}
        </span>
      )}
    </div>
  );
}
