import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { isThere, type Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { NewTaskText } from '#src/web/hooks/dialogs.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useCollection, useCollections, useTask } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { useDraft, type DraftPlace } from '#src/web/hooks/use-draft.ts';
import { useMutateTogether } from '#src/web/hooks/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import type { DialogControl } from '#src/web/ui/dialog.tsx';
import { FormDialog } from '#src/web/ui/form-dialog.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { CollectionField } from './collection-field.tsx';
import { DateField } from './date-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { proposeTask, rememberCollection } from './new-task.ts';
import { PriorityField } from './priority-field.tsx';
import styles from './task-dialog.module.css';
import { changesOf, checkTask, readDraft, toTask, type TaskFields } from './task-form.ts';
import { TaskLinks } from './task-links.tsx';

interface TaskDialogProps {
  readonly control: DialogControl;
  /** The task to edit; null to add one. */
  readonly taskId: string | null;
  readonly text?: NewTaskText | undefined;
  /** Called once the dialog, whose code may have had to be loaded, is there. */
  readonly onShown?: (() => void) | undefined;
}

export function TaskDialog({ control, taskId, text, onShown }: TaskDialogProps) {
  useEffect(() => onShown?.(), [onShown]);
  const replica = useReplica();
  // As it was when the dialog opened: what another device changes meanwhile is no change of this user's.
  const [task] = useState(() => (taskId === null ? undefined : replica.task(taskId)));
  const collections = useCollections();
  const { pathname } = useLocation();
  const proposal = proposeTask(pathname, useToday(), collections);
  const place = useTaskDraft(taskId, text);
  const form = useForm(
    task ?? proposal,
    (draft) => checkTask(draft, (id) => collections.some((collection) => collection.id === id)),
    text ?? (place.before ? readDraft(place.before) : {}),
  );
  const now = useTask(taskId ?? '');
  const home = useCollection(now?.collectionId ?? '');
  // Another device has deleted it since, or its collection.
  const isGone = task !== undefined && !(now && isThere(now, home));
  const save = useSave(task, isGone);

  return (
    <FormDialog
      control={control}
      title={task ? 'Edit task' : 'Add task'}
      quietTitle
      form={form}
      draft={{ place, name: form.fields.name, startOver: task ? 'Start over' : 'Start empty' }}
      submitLabel={isGone ? 'Restore Task' : task ? 'Save' : 'Add Task'}
      save={() => save(toTask(form.fields))}
    >
      <div className={styles['texts']}>
        <TextField
          label="Task name"
          labelHidden
          placeholder="Task name"
          {...form.field('name')}
          limit={LIMITS.taskName}
          autoComplete="off"
          dir="auto"
          required
          controlClass={cx(styles['text'], styles['name'])}
        />
        <DescriptionField {...form.field('description')} />
        <TaskLinks description={form.fields.description} />
      </div>
      <DateField {...form.field('date')} />
      <CollectionField {...form.field('collectionId')} />
      <PriorityField {...form.field('priority')} />
      <p aria-live="polite" className={styles['gone']}>
        {isGone && 'This task was deleted meanwhile. You can restore it as it stands here.'}
      </p>
    </FormDialog>
  );
}

/** What another app shared is no continuation of what was typed, nor does it take its place. */
function useTaskDraft(taskId: string | null, text: NewTaskText | undefined): DraftPlace {
  const dialog = taskId === null ? 'add-task' : `edit-task ${taskId}`;
  return useDraft(text ? SHARED : dialog, taskId === null ? [SHARED] : [], text !== undefined);
}

const SHARED = 'shared-task';

/** Stores the form: a new task, or the changes of `task`, which is brought back first. Resolves to whether that is done. */
function useSave(task: Task | undefined, isGone: boolean) {
  const mutate = useMutateTogether();
  return async (fields: TaskFields): Promise<boolean> => {
    const at = Date.now();
    if (!task) {
      rememberCollection(fields.collectionId);
      return mutate([{ name: 'task.add', args: { id: newId(), ...fields, at } }], 'Task added');
    }
    const { id } = task;
    const changes = changesOf(task, fields);
    const operations: Operation[] = [];
    if (isGone)
      operations.push({ name: 'task.restore', args: { id, collectionId: fields.collectionId, at } });
    if (Object.keys(changes).length > 0) operations.push({ name: 'task.edit', args: { id, changes, at } });
    return mutate(operations, isGone ? 'Task restored' : 'Task saved');
  };
}
