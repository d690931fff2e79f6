import { useEffect, useId, useRef, useState } from 'react';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { HISTORY, usePlace } from '#src/web/addresses/task-address.ts';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './task-page.module.css';

const historyChunk = chunk(() => import('#src/web/tasks/history/history-list.tsx'));
const HistoryList = historyChunk.part((module) => module.HistoryList);

const GONE =
  'This task was deleted for good, and its texts with it. Its history says only when it was changed, and where.';

interface TaskHistoryProps {
  readonly id: string;
  /** True for a task that was deleted for good, perhaps on another device. */
  readonly isGone: boolean;
}

/** The history of a task, folded until the user asks for it, or came for it (rules H1 and H2). */
export function TaskHistory({ id, isGone }: TaskHistoryProps) {
  const { location } = usePlace();
  const isAsked = location.hash === HISTORY;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isAsked;
  const section = useRef<HTMLElement>(null);
  const listId = useId();
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView();
  }, [isAsked]);
  return (
    <section ref={section} className={cx(styles['history'], isAsked && styles['asked'])}>
      <h2>
        <Button
          look="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setChosen(!isOpen)}
        >
          History
        </Button>
      </h2>
      <div id={listId}>
        {isOpen && isGone && <p className={styles['gone']}>{GONE}</p>}
        {isOpen && (
          <LoadedBoundary onClose={() => setChosen(false)}>
            <HistoryList
              key={id}
              filter={{ row: id }}
              about={id}
              level={3}
              since={isGone ? null : 'Back to before this'}
              empty={<p>Nothing changed in the last year.</p>}
            />
          </LoadedBoundary>
        )}
      </div>
    </section>
  );
}
