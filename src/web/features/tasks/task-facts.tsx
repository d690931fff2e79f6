import type { Task } from '#src/domain/task.ts';
import { useCollection } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay, fullDay } from '#src/web/ui/friendly-day.ts';
import { PriorityMark } from './priority-mark.tsx';
import { Calendar } from './row-icons.ts';
import styles from './task-row.module.css';

/** What the place of a row says already of its task: the heading above it, or the page. */
export type SaidByPlace = 'day' | 'collection';

interface TaskFactsProps {
  readonly task: Task;
  readonly said: SaidByPlace | undefined;
}

/** The priority of a task, its day and its collection, in one quiet line, but for what is said already. */
export function TaskFacts({ task, said }: TaskFactsProps) {
  const today = useToday();
  const collection = useCollection(task.collectionId);
  const isOpen = task.completedAt === null;
  const tone = isOpen && (task.date < today ? styles['overdue'] : task.date === today && styles['today']);
  return (
    <p className={styles['facts']}>
      <PriorityMark priority={task.priority} />
      {said !== 'day' && (
        <span className={cx(styles['fact'], tone)}>
          <Calendar size={13} aria-hidden />
          <time dateTime={task.date} title={fullDay(task.date)}>
            {friendlyDay(task.date, today)}
          </time>
        </span>
      )}
      {collection && said !== 'collection' && (
        <span className={styles['fact']}>
          <ColorDot color={collection.color} />
          <span className={styles['collection']} dir="auto">
            {collection.name}
          </span>
        </span>
      )}
    </p>
  );
}
