import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { countIn, type Completions } from '#src/reading/progress/completions.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { Chart } from './chart.tsx';
import { dayAndMonth, tasksText } from './progress-texts.ts';
import styles from './week-bars.module.css';

/** The number of weeks; the last one is the present week. */
export const WEEKS = 12;

interface WeekBarsProps {
  readonly completions: Completions;
  readonly today: CalendarDay;
  readonly firstDay: number;
  /** The weekly goal in tasks; null without one. */
  readonly goal: number | null;
}

export function WeekBars({ completions, today, firstDay, goal }: WeekBarsProps) {
  const thisWeek = startOfWeek(today, firstDay);
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const start = addDays(thisWeek, (index - WEEKS + 1) * 7);
    return { start, count: countIn(completions, daysFrom(start)) };
  });
  const before = weeks.slice(0, -1).reduce((sum, { count }) => sum + count, 0) / (WEEKS - 1);
  const mean = formatCount(before);
  return (
    <Chart
      title="By week"
      figures={`${tasksText(weeks.at(-1)?.count ?? 0)} this week. In the ${WEEKS - 1} weeks before, ${mean} a week.`}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Completed</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ start, count }) => (
              <tr key={start}>
                <th scope="row">{shortDay(start, today)}</th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <Bars weeks={weeks} goal={goal} />
    </Chart>
  );
}

/** The height of the highest bar, and the space above and below, in px. */
const HEIGHT = 120;
const ABOVE = 20;
const BELOW = 22;

function Bars({
  weeks,
  goal,
}: {
  readonly weeks: readonly { readonly start: CalendarDay; readonly count: number }[];
  readonly goal: number | null;
}) {
  const most = Math.max(1, goal ?? 0, ...weeks.map(({ count }) => count));
  const heightOf = (count: number) => (count / most) * HEIGHT;
  const bottom = ABOVE + HEIGHT;
  const width = 100 / weeks.length;
  return (
    <svg className={styles['bars']} height={bottom + BELOW}>
      {goal !== null && (
        <line
          className={styles['goal']}
          x1="0"
          x2="100%"
          y1={bottom - heightOf(goal)}
          y2={bottom - heightOf(goal)}
        />
      )}
      {weeks.map(({ start, count }, index) => {
        const middle = `${(index + 0.5) * width}%`;
        const height = Math.max(heightOf(count), 2);
        return (
          <g key={start} className={cx(index === weeks.length - 1 && styles['now'])}>
            <rect
              className={cx(styles['bar'], count === 0 && styles['none'])}
              x={`${(index + 0.16) * width}%`}
              width={`${0.68 * width}%`}
              y={bottom - height}
              height={height}
              rx={3}
            />
            <text className={styles['count']} x={middle} y={bottom - height - 6}>
              {count > 0 && formatCount(count)}
            </text>
            {/* Labels count from the present week. In a narrow window every other one has no room. */}
            <text
              className={cx(styles['week'], (weeks.length - 1 - index) % 2 === 1 && styles['second'])}
              x={middle}
              y={bottom + 16}
            >
              {dayAndMonth(start)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
