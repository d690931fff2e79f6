import { memo } from 'react';
import type { Task } from '#src/domain/task.ts';
import { askToDelete, openDialog } from '#src/web/hooks/dialogs.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { letLeave } from '#src/web/hooks/row-motion.ts';
import { useTask } from '#src/web/hooks/rows.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CompleteButton } from './complete-button.tsx';
import { LinkedText } from './linked-text.tsx';
import { Trash } from './row-icons.ts';
import { TaskFacts, type SaidByPlace } from './task-facts.tsx';
import styles from './task-row.module.css';

interface TaskContentProps {
  readonly id: string;
  /** The id in the document of what shows the name. */
  readonly nameId: string;
  readonly said: SaidByPlace | undefined;
}

export const TaskContent = memo(function TaskContent({ id, nameId, said }: TaskContentProps) {
  const task = useTask(id);
  const replica = useReplica();
  const mutate = useMutate();
  // Between a change and the list's next rendering, a row may outlive its task.
  if (!task) return null;

  const [firstLine] = task.description.trimStart().split('\n', 1);
  const onDelete = (button: HTMLElement) =>
    askToDelete(`The task “${task.name}” will be gone.`, () => {
      // It may have changed since the question was asked.
      const before = replica.task(id);
      void mutate('task.delete', { id, at: Date.now() }, 'Task deleted');
      if (replica.task(id) !== before) letLeave(id, button);
    });

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
      <IconButton
        icon={Trash}
        look="danger"
        label={`Delete ${task.name}`}
        title="Delete"
        data-control="delete"
        className={styles['delete']}
        onClick={(event) => onDelete(event.currentTarget)}
      />
    </>
  );
});

/** The name; that of an active task opens it. */
function TaskName({ task, nameId }: { readonly task: Task; readonly nameId: string }) {
  const { id, name, completedAt } = task;
  if (completedAt !== null) {
    return (
      <span id={nameId} className={cx(styles['name'], styles['done'])} dir="auto">
        {name}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={cx(styles['name'], styles['edit'])}
      aria-label={`Edit ${name}`}
      data-control="edit"
      onClick={() => openDialog({ kind: 'edit-task', id })}
    >
      <span id={nameId} dir="auto">
        {name}
      </span>
    </button>
  );
}
