/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's rows and cells cannot be laid out in a grid of CSS */
import { useLayoutEffect, useRef, useState } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { useClock } from '#src/web/data/rows.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { shortWeekday } from '#src/web/ui/friendly-day.ts';
import { usePrinting } from '#src/web/platform/printing.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import type { Standing } from './plan.ts';
import { dayText, hourText, weekdayText } from './calendar-texts.ts';
import { dayKeys, type GridProps } from './day-cell.ts';
import { DayColumn } from './day-column.tsx';
import { TaskChip } from './task-chip.tsx';
import styles from './week-grid.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour at the top when the grid opens. */
const MORNING = 7;
/** The room in px for the upper half of its label. */
const LABEL = 10;

const NONE: readonly never[] = [];

/** The week of `day`: tasks without a time above, timed tasks below. A narrow window shows one day of it. */
export function WeekGrid(props: GridProps) {
  const { day, today, firstDay, name, plan, onDay, onAdd } = props;
  const clock = useClock();
  const most = usePrinting() ? Infinity : MOST_CHIPS;
  const scroller = useRef<HTMLDivElement>(null);
  const days = daysFrom(startOfWeek(day, firstDay));
  const [opensAt] = useState(() => hourBefore(days.flatMap((each) => plan.days.get(each) ?? NONE)));
  useLayoutEffect(() => {
    const element = scroller.current;
    const times = element?.querySelector<HTMLElement>('[data-times]');
    if (element && times) element.scrollTop = (times.offsetHeight / 24) * opensAt - LABEL;
  }, [opensAt]);
  const classOf = (each: CalendarDay) =>
    cx(each === day && styles['chosen'], each === today && styles['today']);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells get the focus
    <div role="grid" aria-label={name} className={styles['grid']} onKeyDown={dayKeys(props, 'week')}>
      <div className={styles['scroller']} role="presentation" ref={scroller}>
        <div className={styles['above']} role="presentation">
          <div role="row" className={styles['row']}>
            {days.map((each) => (
              <div
                key={each}
                role="columnheader"
                aria-label={weekdayText(each)}
                className={cx(styles['weekday'], classOf(each))}
              >
                {/* Keys choose the day by its cell below. */}
                <button type="button" tabIndex={-1} className={styles['choose']} onClick={() => onDay(each)}>
                  {shortWeekday(each)} <span className={styles['number']}>{Number(each.slice(8))}</span>
                </button>
              </div>
            ))}
          </div>
          <div role="row" className={styles['row']}>
            {days.map((each) => {
              const untimed = (plan.days.get(each) ?? NONE).filter(({ due }) => due.time === null);
              const later = plan.later.get(each) ?? NONE;
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles keys
                <div
                  key={each}
                  role="gridcell"
                  tabIndex={each === day ? 0 : -1}
                  aria-selected={each === day}
                  aria-current={each === today ? 'date' : undefined}
                  data-day={each}
                  data-target="untimed"
                  className={cx(styles['untimed'], classOf(each))}
                  onClick={() => onDay(each)}
                  onDoubleClick={() => onAdd(each, null)}
                >
                  <span className={hidden['hidden']}>
                    {dayText(each, plan.days.get(each)?.length ?? 0, later.length)}
                  </span>
                  {untimed.slice(0, most).map(({ id }) => (
                    <TaskChip key={id} id={id} time={null} />
                  ))}
                  {later.slice(0, Math.max(0, most - untimed.length)).map((id) => (
                    <TaskChip key={id} id={id} time={null} isLater />
                  ))}
                  {untimed.length + later.length > most && (
                    <span className={styles['more']}>
                      {formatCount(untimed.length + later.length - most)} more
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        </div>
        <div role="row" className={cx(styles['row'], styles['times'])} data-times>
          {days.map((each) => (
            <DayColumn
              key={each}
              day={each}
              className={classOf(each)}
              standing={plan.days.get(each) ?? NONE}
              running={plan.running.get(each) ?? NONE}
              onChoose={() => onDay(each)}
              onAdd={(time) => onAdd(each, time)}
            />
          ))}
          <div className={styles['hours']} aria-hidden>
            {HOURS.map((hour) => (
              <span key={hour} className={styles['hour']}>
                {hour > 0 && hourText(hour, clock)}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

const MOST_CHIPS = 4;

/** The hour before the first of the tasks with a time, and the morning at the latest. */
function hourBefore(standing: readonly Standing[]): number {
  const hours = standing.flatMap(({ due: { time } }) =>
    time === null ? [] : [Number(time.slice(0, 2)) - 1],
  );
  return Math.max(0, Math.min(MORNING, ...hours));
}
