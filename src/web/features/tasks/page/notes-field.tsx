import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { LIMITS } from '#src/domain/limits.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import { excessText } from '#src/web/ui/fields/too-long.ts';
import { mergeNotes } from '#src/domain/text/notes/merge-notes.ts';
import { NotesChoice } from '#src/web/tasks/notes/notes-choice.tsx';
import { Markdown } from './markdown-chunk.ts';
import styles from './task-page.module.css';

interface NotesFieldProps extends FieldBinding {
  /** The notes that the text was typed from, and the notes that the task has now. */
  readonly base: string;
  readonly theirs: string;
  /** Called with a text to save, and the notes that it was made from: after a tick of a box, or after a choice between conflicting lines. */
  readonly onNotes: (text: string, base: string) => void;
}

/** The notes of a task in Markdown. A click on them, or on their button, opens their source text. */
export function NotesField({ value, error, base, theirs, onValue, onBlur, onNotes }: NotesFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isEditing) text.current?.focus();
  }, [isEditing]);

  if (!isEditing && error === null && value.trim() !== '') {
    const edit = (event: MouseEvent) => {
      const isOwn = event.target instanceof Element && event.target.closest('a, input, label, button');
      // A click that selects text does not begin to edit it.
      if (!isOwn && getSelection()?.isCollapsed !== false) setEditing(true);
    };
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- its button is for keys; a fieldset lays out in its own way
      <div role="group" aria-label="Description" className={styles['notes']} onClick={edit}>
        <h2 className={hidden['hidden']}>Notes</h2>
        <ErrorBoundary fallback={<p className={styles['plain']}>{value}</p>}>
          <Markdown text={value} onToggle={(text) => onNotes(text, value)} />
        </ErrorBoundary>
        <IconButton
          ref={button}
          icon={Pencil}
          label="Edit description"
          className={styles['edit']}
          onClick={() => setEditing(true)}
        />
      </div>
    );
  }

  const leave = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (!isDone || event.nativeEvent.isComposing) return;
    // Escape ends the editing, and the panel stays open.
    event.preventDefault();
    event.currentTarget.blur();
    setTimeout(() => button.current?.focus());
  };
  const isInQuestion = error !== null && mergeNotes(base, theirs, value) === null;
  return (
    <div className={styles['source']}>
      <Field
        label="Description"
        labelHidden
        error={error}
        hint={error === null && excessText(value, LIMITS.taskDescription)}
      >
        {(control) => (
          <textarea
            {...control}
            ref={text}
            className={styles['text']}
            placeholder="Notes"
            rows={2}
            dir="auto"
            value={value}
            onFocus={() => setEditing(true)}
            onChange={(event) => onValue(event.target.value)}
            onBlur={() => {
              onBlur();
              setEditing(false);
            }}
            onKeyDown={leave}
          />
        )}
      </Field>
      {isInQuestion && (
        <NotesChoice {...{ base, theirs }} mine={value} onChoose={(_, text) => onNotes(text, theirs)} />
      )}
    </div>
  );
}
