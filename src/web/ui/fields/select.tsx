import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '#src/web/ui/icons/chevron-down.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The options. */
  readonly children: ReactNode;
}

/** One of many choices: the chosen words with a chevron, and the list of the app's own look where the browser can style it. */
export function Select({ onValue, children, ...props }: SelectProps) {
  return (
    <span className={cx(styles['frame'], styles['words'])}>
      <select {...props} className={styles['select']} onChange={(event) => onValue(event.target.value)}>
        {children}
      </select>
      <ChevronDown size={16} className={styles['mark']} aria-hidden />
    </span>
  );
}
