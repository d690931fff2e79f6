import { Calendar } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { Task } from '#src/domain/task.ts';
import { useCollection } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { friendlyDay, fullDay } from '#src/web/ui/friendly-day.ts';
import styles from './task-row.module.css';

/** What a list as a whole says of its tasks: their day in its headings, or their collection in the page's. */
export const SaidByList = createContext<'day' | 'collection' | null>(null);

/** The day of a task and its collection, in one quiet line, but for what its list says already. */
export function TaskFacts({ task }: { readonly task: Task }) {
  const today = useToday();
  const said = useContext(SaidByList);
  const collection = useCollection(task.collectionId);
  const isOpen = task.completedAt === null;
  const tone = isOpen && (task.date < today ? styles['overdue'] : task.date === today && styles['today']);
  return (
    <p className={styles['facts']}>
      {said !== 'day' && (
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
