import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { countOn, type Completions } from '#src/reading/progress/completions.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { shortDay, shortWeekday } from '#src/web/ui/friendly-day.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { Chart } from './chart.tsx';
import styles from './day-map.module.css';
import { dayAndMonth, daysText, shortMonth, tasksText } from './progress-texts.ts';

/** Half a year. */
const WEEKS = 26;
/** The number of shades for days with completed tasks. */
const SHADES = 4;

interface DayMapProps {
  readonly completions: Completions;
  readonly today: CalendarDay;
  readonly firstDay: number;
}

/** A column for each week, with a square for each day. */
export function DayMap({ completions, today, firstDay }: DayMapProps) {
  const thisWeek = startOfWeek(today, firstDay);
  const weeks = Array.from({ length: WEEKS }, (_, index) => addDays(thisWeek, (index - WEEKS + 1) * 7));
  const days = weeks.flatMap(daysFrom).filter((day) => day <= today);
  const counts = new Map(days.map((day) => [day, countOn(completions, day)]));
  return (
    <Chart
      title="By day"
      figures={figuresOf(counts, today)}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {daysFrom(thisWeek).map((day) => (
                <th key={day} scope="col">
                  {shortWeekday(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((start) => (
              <tr key={start}>
                <th scope="row">{dayAndMonth(start)}</th>
                {daysFrom(start).map((day) => {
                  const count = counts.get(day);
                  return <td key={day}>{count !== undefined && formatCount(count)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <Squares weeks={weeks} counts={counts} today={today} />
    </Chart>
  );
}

interface SquaresProps {
  readonly weeks: readonly CalendarDay[];
  readonly counts: ReadonlyMap<CalendarDay, number>;
  readonly today: CalendarDay;
}

function Squares({ weeks, counts, today }: SquaresProps) {
  const most = Math.max(...counts.values());
  return (
    <div className={styles['map']}>
      <div className={styles['months']}>
        {weeks.map((week, index) => (
          <span key={week}>{isNewMonth(week, index) && shortMonth(addDays(week, 6))}</span>
        ))}
      </div>
      <svg className={styles['squares']} viewBox={`0 0 ${WEEKS * 10} 70`}>
        {weeks.map((week, column) =>
          daysFrom(week).map((day, row) => {
            const count = counts.get(day);
            if (count === undefined) return null;
            return (
              <rect
                key={day}
                x={column * 10 + 0.75}
                y={row * 10 + 0.75}
                width={8.5}
                height={8.5}
                rx={1.8}
                data-shade={shadeOf(count, most)}
              >
                <title>{`${shortDay(day, today)}: ${tasksText(count)}`}</title>
              </rect>
            );
          }),
        )}
      </svg>
    </div>
  );
}

/**
 * True when the first day of a month is in the week. Not in the first column, where the name would touch that
 * of the month before.
 */
function isNewMonth(week: CalendarDay, index: number): boolean {
  return index > 0 && addDays(week, -1).slice(0, 7) !== addDays(week, 6).slice(0, 7);
}

/** 0 for none, else 1 to 4. */
function shadeOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.ceil((count / most) * SHADES);
}

function figuresOf(counts: ReadonlyMap<CalendarDay, number>, today: CalendarDay): string {
  const done = [...counts].filter(([, count]) => count > 0);
  const [best, most] = done.reduce((a, b) => (b[1] > a[1] ? b : a), [today, 0] as const);
  if (most === 0) return `Nothing on the last ${daysText(counts.size)}.`;
  const total = done.reduce((sum, [, count]) => sum + count, 0);
  return `${tasksText(total)} on ${formatCount(done.length)} of the last ${daysText(counts.size)}. Most on ${shortDay(best, today)}: ${formatCount(most)}.`;
}
