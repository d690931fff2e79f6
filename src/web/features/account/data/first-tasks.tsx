import type { CSSProperties } from 'react';
import type { PlannedTask } from '#src/file/summarize-plan.ts';
import { useToday } from '#src/web/data/today.ts';
import { PriorityMark } from '#src/web/tasks/row/priority-mark.tsx';
import { RepeatFact } from '#src/web/tasks/row/repeat-fact.tsx';
import { TaskTime } from '#src/web/tasks/row/task-time.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { Check } from '#src/web/ui/icons/check.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import styles from './first-tasks.module.css';

/** The most labels of a task that are named. */
const LABELS = 2;

interface FirstTasksProps {
  readonly tasks: readonly PlannedTask[];
  /** True if there are no others. */
  readonly isAll: boolean;
}

/** The first tasks of an import, as they will be. */
export function FirstTasks({ tasks, isAll }: FirstTasksProps) {
  if (tasks.length === 0) return null;
  return (
    <section>
      <h4 className={styles['title']}>{isAll ? 'The tasks' : 'The first ten'}</h4>
      <dl className={styles['tasks']}>
        {tasks.map((planned) => (
          <FirstTask key={planned.task.id} planned={planned} />
        ))}
      </dl>
    </section>
  );
}

function FirstTask({ planned: { task, labels, collection } }: { readonly planned: PlannedTask }) {
  const today = useToday();
  const { name, priority, date, completedAt } = task;
  const others = labels.length - LABELS;
  return (
    <div className={styles['task']}>
      <dt className={styles['name']} dir="auto">
        <span className={styles['circle']} data-priority={priority} aria-hidden>
          {completedAt !== null && <Check size={13} />}
        </span>
        {name}
        {completedAt !== null && <span className={hidden['hidden']}>, completed</span>}
      </dt>
      <dd className={styles['facts']}>
        <PriorityMark priority={priority} />
        <RepeatFact task={task} />
        {labels.slice(0, LABELS).map((label) => (
          <span key={label.name} className={styles['fact']}>
            <Tag
              size={13}
              className={styles['tag']}
              style={{ '--color': label.color } as CSSProperties}
              aria-hidden
            />
            <span dir="auto">{label.name}</span>
          </span>
        ))}
        {others > 0 && <span>+{others}</span>}
        {date !== null && (
          <span className={styles['fact']}>
            <time dateTime={date}>{shortDay(date, today)}</time>
            <TaskTime task={task} />
          </span>
        )}
        {collection && (
          <span className={styles['fact']}>
            <ColorDot color={collection.color} />
            <span dir="auto">{collection.name}</span>
          </span>
        )}
      </dd>
    </div>
  );
}
