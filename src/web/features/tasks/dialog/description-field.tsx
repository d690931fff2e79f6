import type { KeyboardEvent } from 'react';
import { LIMITS } from '#src/domain/limits.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import { excessText } from '#src/web/ui/fields/too-long.ts';
import styles from './task-dialog.module.css';

/** Enter begins a line here; with Ctrl, or ⌘, it does what it does in the other fields. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

export function DescriptionField({ value, error, onValue, onBlur }: FieldBinding) {
  return (
    <Field
      label="Description"
      labelHidden
      error={error}
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
          onChange={(event) => onValue(event.target.value)}
          onBlur={onBlur}
          onKeyDown={submitByEnter}
        />
      )}
    </Field>
  );
}
