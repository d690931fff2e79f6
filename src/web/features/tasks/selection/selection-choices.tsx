import { Check } from '#src/web/ui/icons/check.ts';
import { Minus } from '#src/web/ui/icons/minus.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { X } from '#src/web/ui/icons/x.ts';
import type { ReactNode } from 'react';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { hasId } from '#src/domain/id-set.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import type { Task } from '#src/tables/task/task.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSetting } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { DayForm } from '#src/web/features/tasks/details/day-form.tsx';
import { nextWeek } from '#src/web/features/tasks/draft/next-week.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { shortWeekday } from '#src/web/ui/friendly-day.ts';
import styles from './selection-bar.module.css';

interface ChoiceProps {
  /** Shown above the words where the choices stand side by side. */
  readonly head?: ReactNode;
  readonly mark?: ReactNode;
  readonly aside?: ReactNode;
  /** True if all selected tasks have the value, `mixed` if some have it; left out where that is not shown. */
  readonly pressed?: boolean | 'mixed';
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Choice({ head, mark, aside, pressed, onClick, children }: ChoiceProps) {
  return (
    <button type="button" className={styles['choice']} aria-pressed={pressed} onClick={onClick}>
      {head && (
        <span className={styles['head']} aria-hidden>
          {head}
        </span>
      )}
      {mark && <span className={styles['mark']}>{mark}</span>}
      <span className={styles['name']} dir="auto">
        {children}
      </span>
      {aside && <span className={styles['aside']}>{aside}</span>}
      {pressed === true && <Check size={16} aria-hidden />}
      {pressed === 'mixed' && <Minus size={16} aria-hidden />}
    </button>
  );
}

interface DayChoicesProps {
  /** The words for no day. */
  readonly none?: string;
  readonly onPick: (day: CalendarDay | null) => void;
}

/** The usual days, no day, and a field for any other day. In a narrow window the days stand side by side. */
export function DayChoices({ none = 'No date', onPick }: DayChoicesProps) {
  const today = useToday();
  const weekStart = useSetting('weekStart');
  const days = [
    { name: 'Today', day: today },
    { name: 'Tomorrow', day: addDays(today, 1) },
    { name: 'Next week', day: nextWeek(today, weekStart) },
  ];
  return (
    <>
      <div className={styles['days']}>
        {days.map(({ name, day }) => (
          <Choice
            key={name}
            head={Number(day.slice(-2))}
            aside={shortWeekday(day)}
            onClick={() => onPick(day)}
          >
            {name}
          </Choice>
        ))}
        <Choice head={<X size={18} />} onClick={() => onPick(null)}>
          {none}
        </Choice>
      </div>
      <div className={styles['other']}>
        <DayForm label="Another day" action="Set" onPick={onPick} />
      </div>
    </>
  );
}

interface ChoicesProps<T> {
  readonly tasks: readonly Task[];
  readonly onPick: (value: T) => void;
}

export function PriorityChoices({ tasks, onPick }: ChoicesProps<Task['priority']>) {
  return PRIORITIES.map((priority) => (
    <Choice
      key={priority}
      mark={
        <span className={styles['flag']} data-priority={priority}>
          <Flag size={16} aria-hidden />
        </span>
      }
      pressed={shareOf(tasks, (task) => task.priority === priority)}
      onClick={() => onPick(priority)}
    >
      Priority {priority}
    </Choice>
  ));
}

export function LabelChoices({ tasks, onPick }: ChoicesProps<string>) {
  const replica = useReplica();
  const labels = replica.lists.labels().flatMap((id) => replica.get('label', id) ?? []);
  if (labels.length === 0) return <p className={styles['none']}>You have no labels yet.</p>;
  return labels.map(({ id, name, color }) => (
    <Choice
      key={id}
      mark={color ? <ColorDot color={color} /> : <Tag size={16} aria-hidden />}
      pressed={shareOf(tasks, (task) => hasId(task.labels, id))}
      onClick={() => onPick(id)}
    >
      {name}
    </Choice>
  ));
}

/** True if all tasks are so, `mixed` if some are. */
export function shareOf(tasks: readonly Task[], is: (task: Task) => boolean): boolean | 'mixed' {
  return tasks.every(is) || (tasks.some(is) ? 'mixed' : false);
}
