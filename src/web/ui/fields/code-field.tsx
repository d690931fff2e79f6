import type { FieldBinding } from './form.ts';
import styles from './code-field.module.css';
import { TextField } from './text-field.tsx';

/** A field for the code of a text message. Phones offer the code as it arrives. */
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
