import { Trash } from 'lucide-react';
import { memo, useId } from 'react';
import { askToDelete, openDialog } from '#src/web/hooks/dialogs.ts';
import { useTask } from '#src/web/hooks/rows.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CompleteButton, DoneMark } from './complete-button.tsx';
import { TaskFacts } from './task-facts.tsx';
import styles from './task-row.module.css';

interface TaskRowProps {
  readonly id: string;
  /** Where it stands in its list, from 1, and how long that is: only a part of the list is in the document. */
  readonly position: number;
  readonly size: number;
  /** The block that the list counts it in, and measures. */
  readonly block: number;
}

/** One task in a list. It follows its own task only, so that a change renders again the rows it changed. */
export const TaskRow = memo(function TaskRow({ id, position, size, block }: TaskRowProps) {
  const task = useTask(id);
  const nameId = useId();
  const mutate = useMutate();
  // Between a change and the list's next rendering, a row may outlive its task.
  if (!task) return null;

  const isDone = task.completedAt !== null;
  const [firstLine] = task.description.trimStart().split('\n', 1);
  const onDelete = () =>
    askToDelete(
      `The task “${task.name}” will be gone.`,
      () => void mutate('task.delete', { id, at: Date.now() }, 'Task deleted'),
    );

  return (
    <li
      data-block={block}
      className={styles['row']}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={size}
    >
      {isDone ? <DoneMark /> : <CompleteButton task={task} />}
      <div className={styles['body']}>
        {isDone ? (
          <span id={nameId} className={cx(styles['name'], styles['done'])} dir="auto">
            {task.name}
          </span>
        ) : (
          <button
            type="button"
            className={cx(styles['name'], styles['edit'])}
            aria-label={`Edit ${task.name}`}
            data-control="edit"
            onClick={() => openDialog({ kind: 'edit-task', id })}
          >
            <span id={nameId} dir="auto">
              {task.name}
            </span>
          </button>
        )}
        {firstLine && (
          <p className={styles['description']}>
            {/* Within, so that text that runs the other way still starts where the other rows do. */}
            <span dir="auto">{firstLine}</span>
          </p>
        )}
        <TaskFacts task={task} />
      </div>
      <IconButton
        icon={Trash}
        look="danger"
        label={`Delete ${task.name}`}
        title="Delete"
        data-control="delete"
        className={styles['delete']}
        onClick={onDelete}
      />
    </li>
  );
});
