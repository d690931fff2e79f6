import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { repeatOf } from '#src/tables/task/task-repeat.ts';
import type { Task } from '#src/tables/task/task.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import styles from './task-row.module.css';

// The row does not wait for this chunk, since few tasks repeat.
const RepeatWords = chunk(() => import('./repeat-words.tsx')).patientPart((module) => module.RepeatWords);

/** The repeat of a task in words. */
export function RepeatFact({ task }: { readonly task: Task }) {
  if (task.repeat === null) return null;
  const repeat = repeatOf(task);
  return (
    <span className={styles['fact']}>
      <Repeat size={13} aria-hidden />
      {repeat ? (
        <ErrorBoundary fallback="repeats" subject={task.repeat}>
          <RepeatWords rule={repeat.rule} start={repeat.start} />
        </ErrorBoundary>
      ) : (
        'repeats by an imported rule'
      )}
    </span>
  );
}
