import { memo } from 'react';
import type { Task } from '#src/domain/task.ts';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useTask } from '#src/web/hooks/rows.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CompleteButton } from './complete-button.tsx';
import { LinkedText } from './linked-text.tsx';
import { Trash } from './row-icons.ts';
import { TaskFacts, type SaidByPlace } from './task-facts.tsx';
import styles from './task-row.module.css';
import { useTaskActions } from './use-task-actions.ts';

interface TaskContentProps {
  readonly id: string;
  /** The id in the document of what shows the name. */
  readonly nameId: string;
  readonly said: SaidByPlace | undefined;
}

export const TaskContent = memo(function TaskContent({ id, nameId, said }: TaskContentProps) {
  const task = useTask(id);
  // Between a change and the list's next rendering, a row may outlive its task.
  if (!task) return null;

  const [firstLine] = task.description.trimStart().split('\n', 1);
  return (
    <>
      <CompleteButton task={task} />
      <div className={styles['body']}>
        <TaskName task={task} nameId={nameId} />
        {firstLine && (
          <p className={styles['description']}>
            {/* Within, so that text that runs the other way still starts where the other rows do. */}
            <span dir="auto">
              <LinkedText text={firstLine} />
            </span>
          </p>
        )}
        <TaskFacts task={task} said={said} />
      </div>
      <DeleteButton task={task} />
    </>
  );
});

function DeleteButton({ task }: { readonly task: Task }) {
  const { askToDelete } = useTaskActions(task);
  return (
    <IconButton
      icon={Trash}
      look="danger"
      label={`Delete ${task.name}`}
      title="Delete"
      data-control="delete"
      className={styles['delete']}
      onClick={askToDelete}
    />
  );
}

/** The name, which opens the task: to be edited, or once it is completed, to be read. */
function TaskName({ task, nameId }: { readonly task: Task; readonly nameId: string }) {
  const { id, name, completedAt } = task;
  const isDone = completedAt !== null;
  return (
    <button
      type="button"
      className={cx(styles['name'], styles['opener'], isDone && styles['done'])}
      aria-label={`${isDone ? 'Open' : 'Edit'} ${name}`}
      data-control="open"
      onClick={() => openDialog({ kind: isDone ? 'read-task' : 'edit-task', id })}
    >
      <span id={nameId} dir="auto">
        {name}
      </span>
    </button>
  );
}
