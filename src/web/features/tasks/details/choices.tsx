import { Plus } from '#src/web/ui/icons/plus.ts';
import { useState, type KeyboardEvent } from 'react';
import type { ColorHex } from '#src/domain/colors.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import styles from './detail-popover.module.css';

export interface Choice {
  readonly id: string | null;
  readonly name: string;
  readonly color?: ColorHex;
}

interface ChoicesProps {
  /** The label of the search field. */
  readonly label: string;
  /** Finds the choices whose names contain the words, which are in lower case. A long result may be cut. */
  readonly find: (words: string) => readonly Choice[];
  readonly isChosen: (id: string | null) => boolean;
  readonly isMany?: boolean;
  readonly onChoose: (id: string | null) => void;
  /** The name of a new choice made from `text`; null if `text` cannot name one. */
  readonly newName?: (text: string) => string | null;
  readonly onCreate?: (name: string) => void;
  readonly limit?: number;
  readonly onClose: () => void;
}

/** The most choices in the list. Typing finds the others. */
export const MOST_CHOICES = 50;

/** A searchable list of choices. With `isMany` they are check boxes, and Enter closes the list; else they are buttons, and a press closes it. */
export function Choices(props: ChoicesProps) {
  const { label, find, isChosen, isMany = false, onChoose, newName, onCreate, limit, onClose } = props;
  const [text, setText] = useState('');
  const found = find(text.trim().toLowerCase());
  const name = newName?.(text) ?? null;

  const choose = (id: string | null) => {
    onChoose(id);
    if (!isMany) onClose();
  };
  const create = () => {
    if (name === null) return;
    onCreate?.(name);
    setText('');
    if (!isMany) onClose();
  };
  const onEnter = () => {
    const [first] = found;
    if (text.trim() === '') return onClose();
    if (first && !(name !== null && first.name.toLowerCase() !== text.trim().toLowerCase())) choose(first.id);
    else create();
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
    else if (isEnter(event) && event.currentTarget instanceof HTMLInputElement) {
      event.preventDefault();
      if (event.currentTarget.type === 'checkbox') onClose();
      else onEnter();
    }
  };

  return (
    <div data-choices>
      <TextField
        label={label}
        autoComplete="off"
        value={text}
        limit={limit}
        onValue={setText}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" className={styles['choices']}>
        {found.slice(0, MOST_CHOICES).map(({ id, name: own, color }) => (
          <li key={id}>
            {isMany ? (
              <label className={styles['choice']}>
                <input
                  type="checkbox"
                  checked={isChosen(id)}
                  onChange={() => choose(id)}
                  onKeyDown={onKeyDown}
                />
                <Told name={own} color={color} />
              </label>
            ) : (
              <button
                type="button"
                className={styles['choice']}
                aria-pressed={isChosen(id)}
                onClick={() => choose(id)}
                onKeyDown={onKeyDown}
              >
                <Told name={own} color={color} />
              </button>
            )}
          </li>
        ))}
        {name !== null && (
          <li>
            <button type="button" className={styles['choice']} onClick={create} onKeyDown={onKeyDown}>
              <Plus size={16} aria-hidden />
              <span className={styles['name']}>Create “{name}”</span>
            </button>
          </li>
        )}
      </ul>
      {found.length > MOST_CHOICES && <p className={styles['more']}>Type to find more.</p>}
    </div>
  );
}

function Told({ name, color }: Pick<Choice, 'name'> & { readonly color: ColorHex | undefined }) {
  return (
    <>
      {color && <ColorDot color={color} />}
      <span className={styles['name']} dir="auto">
        {name}
      </span>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = event.currentTarget.closest('[data-choices]')?.querySelectorAll<HTMLElement>('input, button');
  const controls = [...(all ?? [])];
  const index = controls.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  controls[index]?.focus();
}
