import { Button } from '#src/web/ui/button.tsx';
import styles from './draft-note.module.css';

interface DraftNoteProps {
  /** What the button says. */
  readonly startOver: string;
  readonly onStartOver: () => void;
}

/** Says that a form holds what was typed into it before. At its end, so that the first field is what gets the focus. */
export function DraftNote({ startOver, onStartOver }: DraftNoteProps) {
  return (
    <p className={styles['note']}>
      This is your draft from before.
      <Button look="quiet" size="small" onClick={onStartOver}>
        {startOver}
      </Button>
    </p>
  );
}
