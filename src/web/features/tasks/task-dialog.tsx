import { useState } from 'react';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Task } from '#src/domain/task.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useCollections } from '#src/web/hooks/rows.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import type { DialogControl } from '#src/web/ui/dialog.tsx';
import { FormDialog } from '#src/web/ui/form-dialog.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { CollectionField } from './collection-field.tsx';
import { DateField } from './date-field.tsx';
import { DescriptionField } from './description-field.tsx';
import styles from './task-dialog.module.css';
import { changesOf, checkTask, EMPTY_TASK, toTask, type TaskFields } from './task-form.ts';

interface TaskDialogProps {
  readonly control: DialogControl;
  /** The task to edit; null to add one. */
  readonly taskId: string | null;
}

export function TaskDialog({ control, taskId }: TaskDialogProps) {
  const replica = useReplica();
  // As it was when the dialog opened: what another device changes meanwhile is no change of this user's.
  const [task] = useState(() => (taskId === null ? undefined : replica.task(taskId)));
  const collections = useCollections();
  const form = useForm(task ?? EMPTY_TASK, (draft) =>
    checkTask(draft, (id) => collections.some((collection) => collection.id === id)),
  );
  const save = useSave(task);

  return (
    <FormDialog
      control={control}
      title={task ? 'Edit task' : 'Add task'}
      form={form}
      submitLabel={task ? 'Save' : 'Add Task'}
      save={() => save(toTask(form.fields))}
    >
      <TextField
        label="Task name"
        labelHidden
        placeholder="Task name"
        {...form.field('name')}
        maxLength={LIMITS.taskName}
        autoComplete="off"
        dir="auto"
        required
        controlClass={styles['name']}
      />
      <DescriptionField {...form.field('description')} />
      <div className={styles['row']}>
        <DateField {...form.field('date')} />
        <CollectionField {...form.field('collectionId')} />
      </div>
    </FormDialog>
  );
}

/** Stores the form: a new task, or the changes of `task`. Resolves to whether that is done. */
function useSave(task: Task | undefined) {
  const mutate = useMutate();
  return async (fields: TaskFields): Promise<boolean> => {
    const at = Date.now();
    if (!task) return mutate('task.add', { id: newId(), ...fields, at }, 'Task added');
    const changes = changesOf(task, fields);
    if (Object.keys(changes).length === 0) return true;
    return mutate('task.edit', { id: task.id, changes, at }, 'Task saved');
  };
}
