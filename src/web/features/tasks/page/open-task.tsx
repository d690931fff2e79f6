import { CornerLeftUp } from '#src/web/ui/icons/corner-left-up.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import type { KeyboardEvent } from 'react';
import { LIMITS } from '#src/domain/limits.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { useTask } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { CompleteButton } from '#src/web/tasks/row/complete-button.tsx';
import { useTaskActions } from '#src/web/tasks/use-task-actions.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { fullTime } from '#src/web/ui/full-time.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { excessText } from '#src/web/ui/fields/too-long.ts';
import { CollectionField } from '#src/web/features/tasks/dialog/collection-field.tsx';
import { DateField } from '#src/web/features/tasks/dialog/date-field.tsx';
import { DetailsRow } from '#src/web/features/tasks/details/details-row.tsx';
import { ReminderList } from '#src/web/features/tasks/reminders/reminder-list.tsx';
import { NotesField } from './notes-field.tsx';
import { SeriesActions } from '#src/web/features/tasks/repeat/series-actions.tsx';
import { SubTasks } from './sub-tasks.tsx';
import { TaskLink } from './task-link.tsx';
import styles from './task-page.module.css';
import { useFieldsInPlace } from './use-fields-in-place.ts';

const HAVE_FIELDS = ['reminders'] as const;

/** A task that is not deleted, as a document: its text and its sub-tasks, then its facts in words. */
export function OpenTask({ task }: { readonly task: PlacedTask }) {
  const { field, fields, notesBase, save, hold, saveHeld } = useFieldsInPlace(task);
  return (
    <>
      {task.parentId !== null && <ParentLink id={task.parentId} />}
      <h1 className={hidden['hidden']} tabIndex={-1} dir="auto">
        {task.name}
      </h1>
      <div className={styles['head']}>
        <CompleteButton task={task} />
        <NameField {...field('name')} isDone={task.completedAt !== null} />
      </div>
      <NotesField
        {...field('description')}
        base={notesBase}
        theirs={task.description}
        onNotes={(description, notesBase) => save({ description, notesBase })}
      />
      <SubTasks task={task} />
      <div className={styles['facts']}>
        <CollectionField isInPlace {...field('collectionId')} />
        <DateField isInPlace {...field('date')} onTime={(time) => save({ time })} />
        <DetailsRow
          isInPlace
          without={HAVE_FIELDS}
          taskId={task.id}
          fields={fields}
          onChange={hold}
          onLeave={saveHeld}
        />
        <SeriesActions task={task} />
      </div>
      <ReminderList task={task} />
      <Origin task={task} />
    </>
  );
}

export function DeleteTask({ task }: { readonly task: PlacedTask }) {
  const { askToDelete } = useTaskActions(task);
  return (
    <IconButton
      icon={Trash}
      look="danger"
      label={`Delete ${task.name}`}
      title="Delete"
      onClick={askToDelete}
    />
  );
}

interface NameFieldProps extends FieldBinding {
  readonly isDone: boolean;
}

/** The field grows with a long name. A name has no line breaks, so Enter leaves the field. */
function NameField({ value, error, onValue, onBlur, isDone }: NameFieldProps) {
  const leaveByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isEnter(event)) return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <Field
      label="Task name"
      labelHidden
      error={error}
      hint={error === null && excessText(value.trim(), LIMITS.taskName)}
      className={styles['nameField']}
    >
      {(control) => (
        <textarea
          {...control}
          className={cx(styles['name'], isDone && styles['done'])}
          rows={1}
          autoComplete="off"
          dir="auto"
          required
          value={value}
          onChange={(event) => onValue(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
          onBlur={onBlur}
          onKeyDown={leaveByEnter}
        />
      )}
    </Field>
  );
}

function ParentLink({ id }: { readonly id: string }) {
  const parent = useTask(id);
  return (
    parent && (
      <p className={styles['parent']}>
        <CornerLeftUp size={14} aria-hidden />
        <TaskLink task={parent} />
      </p>
    )
  );
}

/** The times when the task was created, changed and completed. */
function Origin({ task }: { readonly task: PlacedTask }) {
  const zone = useTimeZone();
  const { createdAt, updatedAt, completedAt } = task;
  const moments = [
    { what: 'Created', at: createdAt },
    ...(updatedAt > createdAt && updatedAt !== completedAt ? [{ what: 'Changed', at: updatedAt }] : []),
    ...(completedAt === null ? [] : [{ what: 'Completed', at: completedAt }]),
  ];
  return (
    <p className={styles['origin']}>
      {moments.map(({ what, at }) => (
        <span key={what}>
          {what} <time dateTime={new Date(at).toISOString()}>{fullTime(at, zone)}</time>
        </span>
      ))}
    </p>
  );
}
