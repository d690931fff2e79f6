import { useState, type ReactNode } from 'react';
import { focusOn } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './account-row.module.css';

interface AccountRowProps {
  /** A picture before the text. */
  readonly mark?: ReactNode;
  readonly label: ReactNode;
  /** The text below the label. */
  readonly value?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
  /** The error of the buttons' action, below the row. */
  readonly problem?: ReactNode;
}

/** A fact about the account, with its actions. In a list, put each row into a `li`. */
export function AccountRow({ mark, label, value, children, problem }: AccountRowProps) {
  const row = (
    <div className={styles['row']}>
      {mark}
      <div className={cx(styles['text'], mark !== undefined && styles['marked'])}>
        <p className={styles['label']}>{label}</p>
        {value && <p className={styles['value']}>{value}</p>}
      </div>
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
  if (!problem) return row;
  return (
    <div>
      {row}
      <div className={styles['problem']}>{problem}</div>
    </div>
  );
}

interface EditableRowProps {
  readonly label: string;
  readonly value: ReactNode;
  /** The text of the button. */
  readonly action?: string;
  /** The object of the action, added for screen readers; the label by default. */
  readonly subject?: string;
  /** The form that replaces the row until it calls `close`. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A row that opens a form in its place. The focus goes to the form's first field, and afterwards back to the
 * button.
 */
export function EditableRow(props: EditableRowProps) {
  const { label, value, action = 'Change', subject = label, children } = props;
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  if (mode === 'editing') return children(() => setMode('edited'));
  return (
    <AccountRow label={label} value={value}>
      <Button size="small" ref={mode === 'edited' ? focusOn : undefined} onClick={() => setMode('editing')}>
        {action}
        <span className={hidden['hidden']}> {subject}</span>
      </Button>
    </AccountRow>
  );
}
