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
    <div className={styles['frame']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
    </div>
  );
}
