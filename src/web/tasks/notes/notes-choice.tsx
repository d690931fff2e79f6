import { chooseNotes, type NotesChoice as Choice } from '#src/domain/text/notes/choose-notes.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './notes-choice.module.css';

interface NotesChoiceProps {
  /** The common version before both edits. */
  readonly base: string;
  /** The current notes. */
  readonly theirs: string;
  /** The notes that the user has typed. */
  readonly mine: string;
  /** Gets the chosen notes, also as text. */
  readonly onChoose: (choice: Choice, text: string, button: HTMLElement) => void;
}

const CHOICES = [
  ['mine', 'Keep your text'],
  ['theirs', 'Keep the other text'],
  ['both', 'Keep both'],
] as const;

/** Asks for the notes to keep after the same lines were changed here and elsewhere. */
export function NotesChoice({ base, theirs, mine, onChoose }: NotesChoiceProps) {
  const textOf = (choice: Choice) => chooseNotes(base, theirs, mine, choice);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset lays out in its own way
    <div role="group" aria-label="Notes to keep" className={styles['choice']}>
      <dl className={styles['texts']}>
        <Text name="Your text" text={textOf('mine') ?? mine} />
        <Text name="Changed elsewhere" text={textOf('theirs') ?? theirs} />
      </dl>
      <p className={styles['actions']}>
        {CHOICES.map(([choice, label]) => {
          const text = textOf(choice);
          if (text === null) return null;
          return (
            <Button
              key={choice}
              size="small"
              onClick={(event) => onChoose(choice, text, event.currentTarget)}
            >
              {label}
            </Button>
          );
        })}
      </p>
    </div>
  );
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, by keys too */}
      <dd dir="auto" tabIndex={0}>
        {text || 'No notes'}
      </dd>
    </div>
  );
}
