import { useId, type ReactNode } from 'react';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './field.module.css';
import hidden from '#src/web/ui/hidden.module.css';

/** The attributes that tie a control to its label and its message; spread them on the control. */
export interface ControlProps {
  readonly id: string;
  readonly className: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** True when something visible around the field says its purpose. */
  readonly labelHidden?: boolean | undefined;
  /** The problem with the value, or null, also while the user should not see it yet. */
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode | undefined;
  readonly className?: string | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, a control, and a line for its hint and its error. */
export function Field({
  label,
  labelHidden = false,
  error = null,
  hint,
  className,
  children,
}: FieldFrameProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className={cx(styles['field'], className)}>
      <label htmlFor={id} className={labelHidden ? hidden['hidden'] : styles['label']}>
        {label}
      </label>
      {children({
        id,
        className: styles['control'] ?? '',
        'aria-invalid': error !== null,
        'aria-describedby': cx(Boolean(hint) && hintId, error !== null && errorId) || undefined,
      })}
      {/* An error never replaces the hint, which may say how to fix it. */}
      <div className={styles['messages']}>
        {hint && (
          <div id={hintId} className={styles['message']}>
            {hint}
          </div>
        )}
        <div aria-live="polite" className={styles['live']}>
          {error !== null && (
            <p id={errorId} className={cx(styles['message'], styles['error'])}>
              {error}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
