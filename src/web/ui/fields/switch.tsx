import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  /** What switching it changes for the user. */
  readonly hint: string;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

// oxlint-disable jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked

/** Something that is on or off, and changes at once. */
export function Switch({ label, hint, checked, onChecked }: SwitchProps) {
  const id = useId();
  return (
    // All of it is pressed; what names it is the first line alone.
    <label className={styles['frame']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles['switch']}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </span>
    </label>
  );
}
