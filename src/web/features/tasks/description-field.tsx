import { LIMITS } from '#src/domain/limits.ts';
import type { FieldBinding } from '#src/web/hooks/form.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/field.tsx';
import styles from './task-dialog.module.css';

export function DescriptionField({ value, error, onValue, onBlur }: FieldBinding) {
  return (
    <Field label="Description" labelHidden error={error}>
      {(control) => (
        <textarea
          {...control}
          className={cx(control.className, styles['text'], styles['description'])}
          placeholder="Description (optional)"
          rows={2}
          maxLength={LIMITS.taskDescription}
          dir="auto"
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
