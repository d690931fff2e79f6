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
  /** What the field to search by is called. */
  readonly label: string;
  /** Those whose names have the words in them, in lower case; some of them, where there are many. */
  readonly find: (words: string) => readonly Choice[];
  readonly isChosen: (id: string | null) => boolean;
  readonly isMany?: boolean;
  readonly onChoose: (id: string | null) => void;
  /** The name of one that does not exist, or null where `text` makes none. */
  readonly newName?: (text: string) => string | null;
  readonly onCreate?: (name: string) => void;
  readonly limit?: number;
  readonly onClose: () => void;
}

/** So many are shown; whoever looks for another one types. */
export const MOST_CHOICES = 50;

/** Choices to search among: of many, check marks, of which Enter closes the list; else buttons, of which the first pressed does. */
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
      {found.length > MOST_CHOICES && <p className={styles['more']}>There are more: type to find them.</p>}
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
