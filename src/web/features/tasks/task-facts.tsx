import { Calendar } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Task } from '#src/domain/task.ts';
import { useCollection } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay, fullDay } from '#src/web/ui/friendly-day.ts';
import styles from './task-row.module.css';

/** What stands above the rows of a list already: a day, or that they are of one collection. */
export type Said = CalendarDay | 'collection' | null;

export const SaidAbove = createContext<Said>(null);

/** The day of a task and its collection, in one quiet line, but for what is said above. */
export function TaskFacts({ task }: { readonly task: Task }) {
  const today = useToday();
  const said = useContext(SaidAbove);
  const collection = useCollection(task.collectionId);
  const isOpen = task.completedAt === null;
  const tone = isOpen && (task.date < today ? styles['overdue'] : task.date === today && styles['today']);
  return (
    <p className={styles['facts']}>
      {said !== task.date && (
        <span className={cx(styles['fact'], tone)}>
          <Calendar size={13} aria-hidden />
          <time dateTime={task.date} title={fullDay(task.date)}>
            {friendlyDay(task.date, today)}
          </time>
        </span>
      )}
      {said !== 'collection' && collection && (
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
