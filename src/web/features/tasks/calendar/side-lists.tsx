import { Plus } from '#src/web/ui/icons/plus.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { useTask } from '#src/web/data/rows.ts';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import type { FactOfPlace } from '#src/web/tasks/row/task-facts.tsx';
import { friendlyDay, fullDay } from '#src/web/ui/friendly-day.ts';
import type { CalendarPlan } from './plan.ts';
import styles from './side-lists.module.css';

interface DayListProps {
  /** The fact that the page already shows for all its tasks. */
  readonly placeFacts: FactOfPlace | undefined;
  readonly day: CalendarDay;
  readonly today: CalendarDay;
  readonly plan: CalendarPlan;
  readonly onAdd: () => void;
}

/** The tasks of the chosen day, as full task rows: first those that began earlier and go on. */
export function DayList({ placeFacts, day, today, plan, onAdd }: DayListProps) {
  const ids = [...(plan.running.get(day) ?? []), ...(plan.days.get(day) ?? [])].map(({ id }) => id);
  const later = plan.later.get(day) ?? [];
  return (
    <section className={styles['part']} aria-label={fullDay(day)} data-day-list>
      <div className={styles['heading']}>
        <h3 className={styles['title']}>{friendlyDay(day, today)}</h3>
        <IconButton icon={Plus} label={`Add task on ${fullDay(day)}`} title="Add task" onClick={onAdd} />
      </div>
      <TaskList
        label={fullDay(day)}
        sections={[{ day: null, ids }]}
        placeFacts={placeFacts ? `day ${placeFacts}` : 'day'}
        empty={<p className={styles['none']}>Nothing planned.</p>}
      />
      {later.length > 0 && (
        <p className={styles['later']}>
          Again on this day:{' '}
          {later.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <TaskName id={id} />
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function TaskName({ id }: { readonly id: string }) {
  return <bdi>{useTask(id)?.name}</bdi>;
}

/** The tasks without a date, ready to be dragged to a day. */
export function Unscheduled({
  ids,
  placeFacts,
}: Pick<DayListProps, 'placeFacts'> & { readonly ids: readonly string[] }) {
  return (
    <section className={styles['part']} aria-label="Unscheduled" data-target="undated">
      <div className={styles['heading']}>
        <h3 className={styles['title']}>Unscheduled</h3>
      </div>
      <div className={styles['undated']}>
        <TaskList
          label="Unscheduled"
          sections={[{ day: null, ids }]}
          placeFacts={placeFacts}
          empty={<p className={styles['none']}>Every task has a date.</p>}
        />
      </div>
    </section>
  );
}
