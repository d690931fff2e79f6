import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import styles from './section-name-form.module.css';

interface SectionNameFormProps {
  /** The one to rename, or what is known of a new one. */
  readonly section: Pick<Rows['section'], 'collectionId'> & Partial<Rows['section']>;
  /** Stores a name; resolves to whether it is safe. */
  readonly save: (name: string) => Promise<boolean>;
  /** After Enter the next one can be typed. */
  readonly stays?: boolean;
  readonly onLeave: () => void;
}

/** A name typed in its place. Enter stores it, and so does leaving the field; Escape leaves all as it was. */
export function SectionNameForm({ section, save, stays = false, onLeave }: SectionNameFormProps) {
  const replica = useReplica();
  const [text, setText] = useState(section.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const isDone = useRef(false);
  const saving = useRef<Promise<boolean>>(null);

  const problemOf = (name: string) => {
    const others = replica.lists.sections.in(section.collectionId).filter((id) => id !== section.id);
    const isTaken = others.some((id) => replica.get('section', id)?.name === name);
    return isTaken ? REJECTIONS.DUPLICATE_SECTION : tooLong(name, LIMITS.sectionName);
  };

  const store = async (isLast: boolean) => {
    if (isDone.current) return;
    const name = cleanName(text);
    const problem = problemOf(name);
    setError(problem);
    if (problem !== null) return;
    isDone.current = isLast;
    // What is typed while it is stored is the next one.
    if (!isLast) setText('');
    // Whoever leaves the empty field waits for what was typed before: it comes back where it cannot be stored.
    const saved = name === '' ? saving.current : save(name);
    saving.current = saved;
    const isSaved = (await saved) ?? true;
    if (saving.current === saved) saving.current = null;
    if (isSaved && isLast) return onLeave();
    if (isSaved) return;
    isDone.current = false;
    setText((since) => (since === '' ? name : since));
  };
  const leave = () => {
    isDone.current = true;
    onLeave();
  };

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void store(!stays || cleanName(text) === '');
      }}
    >
      <TextField
        ref={focusOn}
        label="Section name"
        labelHidden
        placeholder="Section name"
        value={text}
        error={error}
        limit={LIMITS.sectionName}
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        onValue={(value) => {
          setText(value);
          setError(null);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          leave();
        }}
        onBlur={() => void store(true)}
      />
    </form>
  );
}
