import { lexNote } from './lex-note.ts';
import styles from './markdown.module.css';
import { noteParts } from './note-parts.tsx';
import { toggleCheck } from './toggle-check.ts';

interface MarkdownProps {
  readonly text: string;
  /** Gets the text with a box ticked or unticked. Without it, the boxes cannot be pressed. */
  readonly onToggle?: (text: string) => void;
}

/**
 * A note in Markdown. It loads and runs nothing, whatever the note contains. It brings `marked`, so load it
 * only when needed.
 */
export function Markdown({ text, onToggle }: MarkdownProps) {
  const toggle = onToggle ? (index: number) => onToggle(toggleCheck(text, index)) : null;
  return (
    <div className={styles['note']} dir="auto">
      {noteParts(lexNote(text), toggle)}
    </div>
  );
}
