import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { isThere } from '#src/domain/schema/row.ts';
import { placedTask, type PlacedTask } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { NewTaskDue, NewTaskText } from '#src/web/focus/dialogs.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollection, useCollections, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import type { DraftPlace } from '#src/web/feedback/draft-keeping.ts';
import { useDraft } from '#src/web/data/use-draft.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { CollectionField } from './collection-field.tsx';
import { DateField } from './date-field.tsx';
import { DetailsRow } from '#src/web/features/tasks/details/details-row.tsx';
import { DescriptionField } from './description-field.tsx';
import { proposeTask, rememberCollection } from './new-task.ts';
import { additionOf, editOf } from './save-task.ts';
import styles from './task-dialog.module.css';
import { checkTask, draftOf, readDraft, type TaskDraft } from './task-form.ts';
import { TaskLinks } from '#src/web/tasks/row/task-links.tsx';

interface TaskDialogProps {
  readonly control: DialogControl;
  /** The task to edit; null to add one. */
  readonly taskId: string | null;
  readonly text?: NewTaskText | undefined;
  readonly due?: NewTaskDue | undefined;
  /** Called once the dialog, whose code may have had to be loaded, is there. */
  readonly onShown?: (() => void) | undefined;
}

export function TaskDialog({ control, taskId, text, due, onShown }: TaskDialogProps) {
  useEffect(() => onShown?.(), [onShown]);
  const replica = useReplica();
  // As it was when the dialog opened: what another device changes meanwhile is no change of this user's.
  const [task] = useState(() => (taskId === null ? undefined : placedOf(replica, taskId)));
  const collections = useCollections();
  const { pathname } = useLocation();
  const proposal = proposeTask(pathname, useToday(), collections, (id) => replica.lists.isArchived(id));
  const place = useTaskDraft(taskId, text);
  const form = useForm(
    task ? draftOf(task) : { ...proposal, ...due },
    (draft) => checkTask(draft, (id) => collections.some((collection) => collection.id === id)),
    text ?? (place.before ? readDraft(place.before) : {}),
  );
  const now = useTask(taskId ?? '');
  useCollection(task?.collectionId ?? '');
  // Another device has deleted it since, or its collection.
  const isGone = task !== undefined && !(now && isThere('task', now, (table, id) => replica.get(table, id)));
  const save = useSave(task, isGone);

  return (
    <FormDialog
      control={control}
      title={task ? 'Edit task' : 'Add task'}
      quietTitle
      form={form}
      draft={{ place, name: form.fields.name, startOver: task ? 'Start over' : 'Start empty' }}
      submitLabel={isGone ? 'Restore Task' : task ? 'Save' : 'Add Task'}
      save={() => save(form.fields)}
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
      <CollectionField
        {...form.field('collectionId')}
        // Its sections and its tasks are others.
        onValue={(collectionId) => form.change({ collectionId, sectionId: null, parentId: null })}
      />
      <DetailsRow taskId={taskId} fields={form.fields} onChange={form.change} />
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

function placedOf(replica: Replica, taskId: string): PlacedTask | undefined {
  const task = replica.get('task', taskId);
  return task && placedTask(task, (table, id) => replica.get(table, id));
}

/** Stores the form: a new task, or the changes of `task`, which is brought back first. Resolves to whether that is done. */
function useSave(task: PlacedTask | undefined, isGone: boolean) {
  const mutate = useMutateTogether();
  return async (draft: TaskDraft): Promise<boolean> => {
    const at = Date.now();
    if (task) return mutate(editOf(task, draft, isGone, at), isGone ? 'Task restored' : 'Task saved');
    rememberCollection(draft.collectionId);
    return mutate(additionOf(draft, newId(), at), 'Task added');
  };
}
