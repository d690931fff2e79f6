import { Button } from '#src/web/ui/button.tsx';
import styles from './draft-note.module.css';

interface DraftNoteProps {
  /** The text of the button. */
  readonly startOver: string;
  readonly onStartOver: () => void;
}

/**
 * Says that the form holds an earlier draft. At the end of the form, so that its first field gets the focus.
 */
export function DraftNote({ startOver, onStartOver }: DraftNoteProps) {
  return (
    <p className={styles['note']}>
      This is your earlier draft.
      <Button look="quiet" size="small" onClick={onStartOver}>
        {startOver}
      </Button>
    </p>
  );
}
