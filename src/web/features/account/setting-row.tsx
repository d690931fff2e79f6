import { useId, type ReactNode } from 'react';
import segments from '#src/web/ui/fields/segments.module.css';
import styles from './setting-row.module.css';

interface SettingControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface SettingRowProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The control, which takes these attributes. */
  readonly children: (control: SettingControl) => ReactNode;
}

/** A setting: its name and a line of explanation, and its control at the end. */
export function SettingRow({ label, hint, children }: SettingRowProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles['row']}>
      <div className={styles['text']}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        {hint && (
          <p id={hintId} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
    </div>
  );
}

interface ChoiceRowProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly textOf: (value: Value) => string;
  /** The effect of a choice, if its name does not say it. */
  readonly meaning?: ((value: Value) => string | null) | undefined;
  readonly hint?: string;
  readonly onChoose: (value: Value) => void;
}

/** A setting whose choices are all in sight. The chosen one explains itself below the name. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { label, values, chosen, textOf, meaning = () => null, hint, onChoose } = props;
  const id = useId();
  const about = meaning(chosen) ?? hint;
  return (
    <fieldset
      className={styles['row']}
      aria-labelledby={id}
      aria-describedby={about ? `${id}-about` : undefined}
    >
      <div className={styles['text']}>
        <p id={id} className={styles['label']}>
          {label}
        </p>
        {about && (
          <p id={`${id}-about`} className={styles['hint']}>
            {about}
          </p>
        )}
      </div>
      <div className={segments['segments']}>
        {values.map((value) => (
          <label key={value} className={segments['segment']}>
            <input
              type="radio"
              name={id}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              aria-label={textOf(value)}
              className={segments['radio']}
            />
            {textOf(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
