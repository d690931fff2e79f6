import { LIMITS } from '#src/domain/limits.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/field.tsx';
import styles from './task-dialog.module.css';

export interface TaskFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
}

export function DescriptionField({ value, error, onValue, onBlur }: TaskFieldProps) {
  return (
    <Field label="Description" labelHidden error={error}>
      {(control) => (
        <textarea
          {...control}
          className={cx(control.className, styles['description'])}
          placeholder="Description (optional)"
          rows={3}
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
