import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { countByCollection, type Completions } from '#src/reading/progress/completions.ts';
import { startOfWeek } from '#src/domain/time/weeks/week.ts';
import { useCollection } from '#src/web/data/rows.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { Chart } from './chart.tsx';
import styles from './collection-bars.module.css';
import { tasksText } from './progress-texts.ts';
import { WEEKS } from './week-bars.tsx';

/** The most collections with a bar; the table has all. */
const MOST_BARS = 8;

interface CollectionBarsProps {
  readonly completions: Completions;
  readonly today: CalendarDay;
  readonly firstDay: number;
}

/** The completed tasks of the weeks in the week bars, by collection. */
export function CollectionBars({ completions, today, firstDay }: CollectionBarsProps) {
  const first = addDays(startOfWeek(today, firstDay), (1 - WEEKS) * 7);
  const days = Array.from({ length: WEEKS * 7 }, (_, index) => addDays(first, index));
  const counts = countByCollection(completions, days);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const [best, most = 0] = counts[0] ?? [];
  const name = useCollection(best ?? '')?.name ?? '';
  const figures =
    total === 0
      ? `Nothing in the last ${WEEKS} weeks.`
      : `${tasksText(total)} in the last ${WEEKS} weeks. Most in ${name}: ${formatCount(most)}.`;
  return (
    <Chart
      title="By collection"
      figures={figures}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Collection</th>
              <th scope="col">Completed</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(([id, count]) => (
              <tr key={id}>
                <th scope="row">
                  <CollectionName id={id} />
                </th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      {counts.slice(0, MOST_BARS).map(([id, count]) => (
        <Bar key={id} id={id} count={count} most={most} />
      ))}
      {counts.length > MOST_BARS && (
        <p className={styles['others']}>and {formatCount(counts.length - MOST_BARS)} more in the table</p>
      )}
    </Chart>
  );
}

/** The name, even of a deleted or archived collection. */
function CollectionName({ id }: { readonly id: string }) {
  return <bdi>{useCollection(id)?.name}</bdi>;
}

interface BarProps {
  readonly id: string;
  readonly count: number;
  readonly most: number;
}

function Bar({ id, count, most }: BarProps) {
  const color = useCollection(id)?.color;
  return (
    <div className={styles['row']}>
      <span className={styles['name']}>
        <CollectionName id={id} />
      </span>
      <span className={styles['count']}>{formatCount(count)}</span>
      <svg className={styles['bar']}>
        <rect width={`${(count / most) * 100}%`} height="100%" rx={3} fill={color} />
      </svg>
    </div>
  );
}
