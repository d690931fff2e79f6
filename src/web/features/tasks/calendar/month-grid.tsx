/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's rows and cells cannot be laid out in a grid of CSS */
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { weeksOfMonth } from '#src/domain/time/weeks/month-grid.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { shortWeekday } from '#src/web/ui/friendly-day.ts';
import { dayText, monthText, weekdayText } from './calendar-texts.ts';
import { dayKeys, type GridProps } from './day-cell.ts';
import styles from './month-grid.module.css';
import type { Standing } from './plan.ts';
import { TaskChip } from './task-chip.tsx';

/** The most lines in a cell. With more tasks, the last line counts the rest. */
const LINES = 4;

const NONE: readonly never[] = [];

/** The weeks of the month of `day`. */
export function MonthGrid(props: GridProps) {
  const { day, today, firstDay, plan, onDay, onAdd } = props;
  const weeks = weeksOfMonth(day, firstDay);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells get the focus
    <div
      role="grid"
      aria-label={monthText(day)}
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
              isOutside={each.slice(0, 7) !== day.slice(0, 7)}
              standing={plan.days.get(each) ?? NONE}
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

interface DayCellProps {
  readonly day: CalendarDay;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  /** The day is in the month before or after. */
  readonly isOutside: boolean;
  readonly standing: readonly Standing[];
  readonly later: readonly string[];
  readonly onChoose: () => void;
  readonly onAdd: () => void;
}

function DayCell({ day, isChosen, isToday, isOutside, standing, later, onChoose, onAdd }: DayCellProps) {
  const lines = standing.length + later.length;
  const room = lines > LINES ? LINES - 1 : LINES;
  const shown = standing.slice(0, room);
  const shownLater = later.slice(0, room - shown.length);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      data-day={day}
      data-target="day"
      className={cx(styles['day'], isOutside && styles['outside'])}
      onClick={onChoose}
      onDoubleClick={onAdd}
    >
      <span className={hidden['hidden']}>{dayText(day, standing.length, later.length)}</span>
      <span className={cx(styles['number'], isToday && styles['today'])} aria-hidden>
        {Number(day.slice(8))}
      </span>
      <span className={styles['chips']}>
        {shown.map(({ id, due }) => (
          <TaskChip key={id} id={id} time={due.time} />
        ))}
        {shownLater.map((id) => (
          <TaskChip key={id} id={id} time={null} isLater />
        ))}
        {lines > LINES && (
          <span className={styles['more']}>
            {(lines - shown.length - shownLater.length).toLocaleString()} more
          </span>
        )}
      </span>
      {lines > 0 && (
        <span className={cx(styles['count'], standing.length === 0 && styles['onlyLater'])} aria-hidden>
          {standing.length > 0 ? standing.length.toLocaleString() : '·'}
        </span>
      )}
    </div>
  );
}
