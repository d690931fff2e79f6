import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  /** The effect of the switch. */
  readonly hint: string;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

// oxlint-disable jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked

/** A setting that is on or off, and takes effect at once. */
export function Switch({ label, hint, checked, onChecked }: SwitchProps) {
  const id = useId();
  return (
    // A press anywhere on it counts, but only the first line names it.
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
