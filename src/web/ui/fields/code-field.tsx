import type { FieldBinding } from './form.ts';
import styles from './code-field.module.css';
import { TextField } from './text-field.tsx';

/** The code of a text message: phones offer it as it comes. */
export function CodeField(field: FieldBinding) {
  return (
    <TextField
      label="Code"
      hint="6 digits, for 5 minutes"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      required
      controlClass={styles['code']}
      {...field}
    />
  );
}
