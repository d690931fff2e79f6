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
  return (
    <div role="listbox" id={id} aria-label="Suggestions" className={styles['list']}>
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
