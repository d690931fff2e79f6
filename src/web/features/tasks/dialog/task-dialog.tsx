import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { newId } from '#src/domain/id.ts';
import { placedTask, type PlacedTask } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { NewTaskFields, NewTaskText } from '#src/web/focus/dialogs.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections, useIsThere, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import type { DraftPlace } from '#src/web/feedback/draft-keeping.ts';
import { useDraft } from '#src/web/data/use-draft.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { CollectionField } from './collection-field.tsx';
import { DateField } from './date-field.tsx';
import { DetailsRow } from '#src/web/features/tasks/details/details-row.tsx';
import { draftReminders, remindersText } from '#src/web/features/tasks/draft/draft-reminders.ts';
import { DescriptionField } from './description-field.tsx';
import {
  proposeTask,
  rememberCollection,
  withFields,
  withOnlyCollection,
} from '#src/web/features/tasks/draft/new-task.ts';
import { additionOf, editOf } from '#src/web/features/tasks/draft/save-task.ts';
import { QuickAddField } from '#src/web/features/tasks/quick-add/quick-add-field.tsx';
import { useHome } from '#src/web/features/tasks/quick-add/use-home.ts';
import { usePastedLines } from '#src/web/features/tasks/quick-add/use-pasted-lines.ts';
import { useQuickAdd } from '#src/web/features/tasks/quick-add/use-quick-add.ts';
import styles from './task-dialog.module.css';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useUndoKey } from './use-undo-key.ts';
import {
  changesBeside,
  checkTask,
  draftOf,
  draftPlaceOf,
  readDraft,
  type TaskDraft,
} from '#src/web/features/tasks/draft/task-form.ts';
import { TaskLinks } from '#src/web/tasks/row/task-links.tsx';

interface TaskDialogProps {
  readonly control: DialogControl;
  /** The task to edit; null to add one. */
  readonly taskId: string | null;
  readonly text?: NewTaskText | undefined;
  /** More fields of a new task. */
  readonly fields?: NewTaskFields | undefined;
  /** Called once the dialog is shown. Its code may have to be loaded first. */
  readonly onShown?: (() => void) | undefined;
}

export function TaskDialog({ control, taskId, text, fields = {}, onShown }: TaskDialogProps) {
  useEffect(() => onShown?.(), [onShown]);
  useKeyboardInset();
  const replica = useReplica();
  // The task as it was when the dialog opened. A change that another device makes meanwhile is no change by this user.
  const [task] = useState(() => (taskId === null ? undefined : placedOf(replica, taskId)));
  const [reminders] = useState(() => remindersOf(replica, taskId));
  const collections = useCollections();
  const { pathname } = useLocation();
  const isArchived = (id: string) => replica.lists.collections.isArchived(id);
  const proposal = withOnlyCollection(
    proposeTask(pathname, useToday(), collections, isArchived),
    collections,
    isArchived,
  );
  // Text from another app needs no collection, as a line does.
  const home = useHome(proposal);
  const place = useTaskDraft(taskId, text);
  const isCollection = (id: string) => collections.some((collection) => collection.id === id);
  const pasted = usePastedLines();
  const [isDone, setDone] = useState(false);
  const close = useEffectEvent(control.close);
  // The dialog closes after the form is reset, so that it keeps no draft.
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  const typed = text ?? (place.before ? readDraft(place.before) : {});
  const quickAdd = useQuickAdd(
    task ? draftOf(task, reminders) : null,
    Object.keys(typed) as (keyof TaskDraft)[],
    text && home.inbox,
  );
  const notes = useTask(taskId ?? '')?.description;
  const form = useForm(
    task ? draftOf(task, reminders) : withFields(text ? home.draft : proposal, fields),
    (draft) => {
      const isNew = (id: string) => id === quickAdd.read(draft)?.newCollection?.id;
      return checkTask(quickAdd.applied(draft), (id) => isNew(id) || isCollection(id), notes);
    },
    typed,
  );
  const reading = quickAdd.read(form.fields);
  const draft = quickAdd.applied(form.fields);
  const change = (changes: Partial<TaskDraft>) => {
    // A value that the line set is no pick by the user.
    const names = (Object.keys(changes) as (keyof TaskDraft)[]).filter(
      (name) => changes[name] !== draft[name],
    );
    if (names.length === 0) return;
    const picked = Object.fromEntries(names.map((name) => [name, changes[name]]));
    form.change({ ...quickAdd.pick(form.fields, picked), ...changesBeside(picked) });
  };
  useUndoKey(control.open, () => {
    const before = quickAdd.unpick(form.fields);
    if (before) form.change(before);
    return before !== null;
  });
  // Another device may have deleted the task or its collection since.
  const isThere = useIsThere(taskId ?? '');
  const isGone = task !== undefined && !isThere;
  const save = useSave(task, reminders, isGone);

  return (
    <FormDialog
      control={control}
      title={task ? 'Edit task' : 'Add task'}
      quietTitle
      isSheet
      form={{
        ...form,
        reset: () => {
          form.reset();
          quickAdd.startOver();
        },
      }}
      draft={{ place, name: form.fields.name, startOver: task ? 'Start over' : 'Start empty' }}
      submitLabel={isGone ? 'Restore Task' : task ? 'Save' : 'Add Task'}
      save={() => save(draft, (name, at) => quickAdd.comesWith(name, reading, at))}
    >
      <div className={styles['texts']}>
        <QuickAddField
          quickAdd={quickAdd}
          draft={form.fields}
          field={form.field('name')}
          controlClass={cx(styles['text'], styles['name'])}
          onPaste={task ? undefined : pasted.onPaste}
        />
        <div>
          {quickAdd.code && reading && !pasted.lines && (
            <quickAdd.code.Understood
              reading={reading}
              verb={task ? 'Saves' : 'Adds'}
              isTold={quickAdd.hasKept}
              hasFields
              onKeep={(words) => quickAdd.keepAsText(words, true)}
            />
          )}
          {quickAdd.code && pasted.lines && (
            <quickAdd.code.PastedLines
              lines={pasted.lines}
              base={form.fields}
              sources={quickAdd.sources}
              onAdd={() => {
                pasted.forget();
                form.reset();
                setDone(true);
              }}
              onDismiss={pasted.forget}
            />
          )}
        </div>
        <DescriptionField
          {...form.field('description')}
          notes={
            task && { base: form.fields.notesBase ?? task.description, theirs: notes ?? task.description }
          }
          onNotes={(description, base) => {
            const isAsBefore = description.trim() === task?.description.trim() && base === task.description;
            form.change({ description, notesBase: task && !isAsBefore ? base : null });
          }}
        />
        <TaskLinks description={form.fields.description} />
      </div>
      <DateField
        {...form.field('date')}
        value={draft.date}
        onValue={(date) => change({ date })}
        onTime={(time) => change({ time })}
      />
      <CollectionField
        {...form.field('collectionId')}
        value={draft.collectionId}
        added={reading?.newCollection}
        // Another collection has other sections and other tasks.
        onValue={(collectionId) => change({ collectionId, sectionId: null, parentId: null })}
      />
      <DetailsRow taskId={taskId} fields={draft} onChange={change} />
      <p aria-live="polite" className={styles['gone']}>
        {isGone && 'This task was deleted meanwhile. You can restore it with these fields.'}
      </p>
    </FormDialog>
  );
}

/** The draft of the dialog. Text that another app shared has its own, so that it neither continues nor replaces typed text. */
function useTaskDraft(taskId: string | null, text: NewTaskText | undefined): DraftPlace {
  return useDraft(text ? SHARED : draftPlaceOf(taskId), taskId === null ? [SHARED] : [], text !== undefined);
}

const SHARED = 'shared-task';

function remindersOf(replica: Replica, taskId: string | null): string {
  const ids = taskId === null ? [] : replica.lists.reminders(taskId);
  return remindersText(draftReminders(ids.flatMap((id) => replica.get('reminder', id) ?? [])));
}

function placedOf(replica: Replica, taskId: string): PlacedTask | undefined {
  const task = replica.get('task', taskId);
  return task && placedTask(task, (table, id) => replica.get(table, id));
}

/**
 * Returns a function that stores the form: it adds a task, or edits `task`, which it restores first if that is gone. The operations of
 * `before` come first of all. Resolves to true once stored, to false if rejected.
 */
function useSave(task: PlacedTask | undefined, reminders: string, isGone: boolean) {
  const mutate = useMutateTogether();
  return async (
    draft: TaskDraft,
    before: (name: string, at: number) => readonly Operation[],
  ): Promise<boolean> => {
    const at = Date.now();
    const first = before(draft.name, at);
    if (task) {
      const edits = editOf(task, reminders, draft, isGone, at);
      return mutate([...first, ...edits], isGone ? 'Task restored' : 'Task saved');
    }
    rememberCollection(draft.collectionId);
    return mutate([...first, ...additionOf(draft, newId(), at)], 'Task added');
  };
}
