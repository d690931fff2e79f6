import { memo } from 'react';
import type { Task } from '#src/tables/task/task.ts';
import { useTask } from '#src/web/data/rows.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { CompleteButton } from './complete-button.tsx';
import { LinkedText } from './linked-text.tsx';
import { firstPlainLine } from './plain-line.ts';
import { RowActions } from './row-actions.tsx';
import { SelectBox } from './select-box.tsx';
import { TaskFacts, type FactsOfPlace } from './task-facts.tsx';
import { taskLink } from '#src/web/addresses/task-address.ts';
import styles from './task-row.module.css';

interface TaskContentProps {
  readonly id: string;
  /** The id of the element with the name. */
  readonly nameId: string;
  readonly placeFacts: FactsOfPlace | undefined;
  /** True if the list shows or folds the task's sub-tasks. */
  readonly isTree: boolean;
}

export const TaskContent = memo(function TaskContent({ id, nameId, placeFacts, isTree }: TaskContentProps) {
  const task = useTask(id);
  // Between a change and the list's next render, a row may outlive its task.
  if (!task) return null;

  const firstLine = firstPlainLine(task.description);
  return (
    <>
      <CompleteButton task={task} />
      <div className={styles['body']}>
        <TaskName task={task} nameId={nameId} />
        {firstLine && (
          <p className={styles['description']}>
            {/* It is within, so that text that runs the other way still starts where the other rows do. */}
            <span dir="auto">
              <LinkedText text={firstLine} />
            </span>
          </p>
        )}
        <TaskFacts task={task} placeFacts={placeFacts} isTree={isTree} />
      </div>
      <RowActions task={task} />
      <SelectBox task={task} />
    </>
  );
});

/** The name, a link to the task's page. The list handles its click. */
function TaskName({ task, nameId }: { readonly task: Task; readonly nameId: string }) {
  const { id, name, completedAt } = task;
  const isDone = completedAt !== null;
  return (
    <a
      href={taskLink(id)}
      className={cx(styles['name'], styles['opener'], isDone && styles['done'])}
      aria-label={`Open ${name}`}
      data-control="open"
    >
      <span id={nameId} dir="auto">
        {name}
      </span>
    </a>
  );
}
