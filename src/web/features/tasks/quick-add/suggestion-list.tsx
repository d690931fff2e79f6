import { useLayoutEffect, useRef } from 'react';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { cx } from '#src/web/ui/class-names.ts';
import styles from './suggestion-list.module.css';
import type { Suggestion } from './suggestions.ts';

// oxlint-disable jsx-a11y/prefer-tag-over-role -- a <select> or <datalist> cannot show its options beside another field

interface SuggestionListProps {
  readonly id: string;
  readonly options: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (option: Suggestion) => void;
}

/** The suggestions for the name behind the sign at the caret. The focus stays in the field, which tells the active option. */
export function SuggestionList({ id, options, active, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) bringIntoView(list.current);
  });
  return (
    <div ref={list} role="listbox" id={id} aria-label="Suggestions" className={styles['list']}>
      {options.map((option, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles keys
        <div
          key={`${option.name} ${String(option.isNew)}`}
          role="option"
          id={`${id}-${place}`}
          tabIndex={-1}
          aria-selected={place === active}
          className={cx(styles['option'], place === active && styles['active'])}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.isNew && <Plus size={16} aria-hidden />}
          <span dir="auto" className={styles['name']}>
            {option.isNew ? `Create ${option.kind} “${option.name}”` : option.name}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Puts the list above its field where it has no room below, and scrolls to it where it has a place of its own below the field. */
function bringIntoView(list: HTMLElement): void {
  const field = list.parentElement;
  if (!field) return;
  const { top, bottom } = field.getBoundingClientRect();
  const room = (visualViewport?.height ?? innerHeight) - bottom;
  const height = list.offsetHeight + GAP;
  list.toggleAttribute('data-above', height > room && top > room);
  if (getComputedStyle(list).position === 'absolute') return;
  list.scrollIntoView({ block: 'nearest' });
  field.querySelector('input, textarea')?.scrollIntoView({ block: 'nearest' });
}

/** The distance from the field and from the end of the window, px. */
const GAP = 12;
