import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { REJECTIONS } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Rows } from '#src/tables/tables.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import styles from './section-name-form.module.css';

interface SectionNameFormProps {
  /** The section to rename, or the fields that a new section has already. */
  readonly section: Pick<Rows['section'], 'collectionId'> & Partial<Rows['section']>;
  /** Stores a name; resolves to true once it is stored, to false if it is rejected. */
  readonly save: (name: string) => Promise<boolean>;
  /** True if the field stays open after Enter, for the next name. */
  readonly stays?: boolean;
  readonly onLeave: () => void;
}

/** A field for the name of a section, where the name is shown. Enter stores the name, and so does leaving the field. Escape changes nothing. */
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
    // Text that is typed while a name is being stored is the next name.
    if (!isLast) setText('');
    // An empty field that is left waits for the name before it, which comes back if it cannot be stored.
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
