import { lexNote } from './lex-note.ts';
import styles from './markdown.module.css';
import { noteParts } from './note-parts.tsx';
import { toggleCheck } from './toggle-check.ts';

interface MarkdownProps {
  readonly text: string;
  /** Gets the text with a box ticked, or not any more. Without it the boxes cannot be pressed. */
  readonly onToggle?: (text: string) => void;
}

/** A note in Markdown. It loads nothing, and runs nothing, whatever the note says. Comes with `marked`: load it when it is needed. */
export function Markdown({ text, onToggle }: MarkdownProps) {
  const toggle = onToggle ? (index: number) => onToggle(toggleCheck(text, index)) : null;
  return (
    <div className={styles['note']} dir="auto">
      {noteParts(lexNote(text), toggle)}
    </div>
  );
}
