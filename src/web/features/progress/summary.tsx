import { ChevronDown } from '#src/web/ui/icons/chevron-down.ts';
import { useId, type ReactNode } from 'react';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { countIn, countOn, type Completions } from '#src/reading/progress/completions.ts';
import { streaksOf } from '#src/reading/progress/streaks.ts';
import { SETTINGS } from '#src/tables/setting/setting.ts';
import { daysFrom, startOfWeek } from '#src/domain/time/weeks/week.ts';
import { SETTING_TITLES } from '#src/web/words/setting-names.ts';
import { settingValueText } from '#src/web/words/setting.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import fields from '#src/web/ui/fields/field.module.css';
import select from '#src/web/ui/fields/select.module.css';
import { formatCount } from '#src/web/platform/format-count.ts';
import { useGoal, type GoalName } from './goals.ts';
import { daysText, goalText, tasksText } from './progress-texts.ts';
import styles from './summary.module.css';

interface SummaryProps {
  readonly completions: Completions;
  readonly today: CalendarDay;
  readonly firstDay: number;
}

/** The completed tasks of today and of this week with their goals, and the streak. */
export function Summary({ completions, today, firstDay }: SummaryProps) {
  const week = countIn(completions, daysFrom(startOfWeek(today, firstDay)));
  const { current, longest } = streaksOf(completions.keys(), today);
  return (
    <div className={styles['cards']}>
      <GoalCard title="Today" name="dayGoal" count={countOn(completions, today)} />
      <GoalCard title="This week" name="weekGoal" count={week} />
      <Card title="Streak" figure={daysText(current)}>
        <p className={styles['words']}>
          {longest > current
            ? `The longest was ${daysText(longest)}.`
            : current > 0
              ? 'Your longest so far.'
              : 'Complete a task to begin a streak.'}
        </p>
      </Card>
    </div>
  );
}

function GoalCard({
  title,
  name,
  count,
}: {
  readonly title: string;
  readonly name: GoalName;
  readonly count: number;
}) {
  const goal = useGoal(name);
  const isReached = goal !== null && count >= goal;
  return (
    <Card
      title={title}
      figure={goal === null ? tasksText(count) : `${formatCount(count)} of ${tasksText(goal)}`}
    >
      {goal !== null && (
        <progress className={styles['bar']} value={Math.min(count, goal)} max={goal} aria-label={title} />
      )}
      <output className={cx(styles['words'], isReached && styles['reached'])}>{goalText(count, goal)}</output>
      <GoalField name={name} />
    </Card>
  );
}

function Card({
  title,
  figure,
  children,
}: {
  readonly title: string;
  readonly figure: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <p className={styles['figure']}>{figure}</p>
      {children}
    </section>
  );
}

/** Like all settings, it is the same on all devices, and can be undone. */
function GoalField({ name }: { readonly name: GoalName }) {
  const id = useId();
  const mutate = useMutate();
  const goal = useGoal(name);
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={fields['label']}>
        {SETTING_TITLES[name]}
      </label>
      <span className={select['frame']}>
        <select
          id={id}
          className={cx(fields['control'], select['select'])}
          value={goal ?? 'none'}
          onChange={(event) =>
            void mutate('setting.set', { id: name, value: event.target.value, at: Date.now() }, null)
          }
        >
          {SETTINGS[name].map((value) => (
            <option key={value} value={value}>
              {settingValueText(name, value)}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={select['mark']} aria-hidden />
      </span>
    </div>
  );
}
