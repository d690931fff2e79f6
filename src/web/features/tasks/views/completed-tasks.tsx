import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { useId, useState } from 'react';
import { useCompletedIn } from '#src/web/data/rows.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import styles from './completed-tasks.module.css';
import { TaskList } from '#src/web/tasks/list/task-list.tsx';

/** The completed tasks of a collection, folded until the user opens them; nothing while there are none. */
export function CompletedTasks({ collectionId }: { readonly collectionId: string }) {
  const ids = useCompletedIn(collectionId);
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const countId = useId();
  if (ids.length === 0) return null;
  return (
    <section className={styles['completed']}>
      <h2>
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-describedby={countId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={16} aria-hidden />
          Completed
          <TaskCount list={`completed-in:${collectionId}`} id={countId} />
        </button>
      </h2>
      <div id={listId}>
        {isOpen && (
          <TaskList label="Completed" sections={[{ day: null, ids }]} placeFacts="collection" empty={null} />
        )}
      </div>
    </section>
  );
}
