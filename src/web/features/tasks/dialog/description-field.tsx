import type { KeyboardEvent } from 'react';
import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { mergeNotes } from '#src/domain/text/notes/merge-notes.ts';
import { NotesChoice } from '#src/web/tasks/notes/notes-choice.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import { excessText } from '#src/web/ui/fields/too-long.ts';
import styles from './task-dialog.module.css';

interface DescriptionFieldProps extends Omit<FieldBinding, 'onValue'> {
  /** The notes that the text was typed from, and the notes that the task has now; undefined for a new task. */
  readonly notes: { readonly base: string; readonly theirs: string } | undefined;
  /** Called with the text, and the notes that it was typed from. */
  readonly onNotes: (text: string, base: string) => void;
}

/** Enter begins a line here. Ctrl+Enter, or ⌘+Enter, submits the form, as Enter does in the other fields. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

export function DescriptionField({ value, error, notes, onNotes, onBlur }: DescriptionFieldProps) {
  const isInQuestion = notes !== undefined && mergeNotes(notes.base, notes.theirs, value) === null;
  return (
    <>
      <Field
        label="Description"
        labelHidden
        error={isInQuestion ? REJECTIONS.NOTES_CONFLICT : error}
        hint={error === null && excessText(value, LIMITS.taskDescription)}
      >
        {(control) => (
          <textarea
            {...control}
            className={cx(control.className, styles['text'], styles['description'])}
            placeholder="Description (optional)"
            rows={2}
            dir="auto"
            value={value}
            onChange={(event) => onNotes(event.target.value, notes?.base ?? '')}
            onBlur={onBlur}
            onKeyDown={submitByEnter}
          />
        )}
      </Field>
      {isInQuestion && (
        <NotesChoice {...notes} mine={value} onChoose={(_, text) => onNotes(text, notes.theirs)} />
      )}
    </>
  );
}
