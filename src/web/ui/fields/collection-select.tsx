import { ChevronDown } from '#src/web/ui/icons/chevron-down.ts';
import { memo } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import type { ControlProps } from './field.tsx';
import styles from './select.module.css';

/** A collection to choose, and the number of collections above it. */
interface SelectableCollection {
  readonly collection: Pick<Collection, 'id' | 'name' | 'color'>;
  readonly level: number;
}

interface CollectionSelectProps {
  readonly control: ControlProps;
  readonly collections: readonly SelectableCollection[];
  /** One more collection, offered last. */
  readonly added?: SelectableCollection | undefined;
  /** The id of a collection; an unknown id counts as no choice. */
  readonly value: string;
  /** The text without a choice, and true if the user may choose it. */
  readonly none?: { readonly name: string; readonly canBeChosen: boolean };
  readonly onValue: (id: string) => void;
  readonly onBlur?: () => void;
}

const NONE_YET = { name: 'Select Collection', canBeChosen: false };

/** A native select, which works on every phone and with every screen reader. */
export function CollectionSelect({
  control,
  collections,
  added,
  value,
  none = NONE_YET,
  onValue,
  onBlur,
}: CollectionSelectProps) {
  const isChosen = ({ collection }: SelectableCollection) => collection.id === value;
  const chosen = (added && isChosen(added) ? added : collections.find(isChosen))?.collection;
  return (
    <span className={styles['frame']}>
      {chosen && (
        <span className={styles['dot']}>
          <ColorDot color={chosen.color} />
        </span>
      )}
      <select
        {...control}
        className={cx(control.className, styles['select'], chosen ? styles['dotted'] : styles['unset'])}
        value={chosen ? value : ''}
        required={!none.canBeChosen}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onBlur}
      >
        <option value="" disabled={!none.canBeChosen}>
          {none.name}
        </option>
        <Options collections={collections} />
        {added && <Options collections={[added]} />}
      </select>
      <ChevronDown size={16} className={styles['mark']} aria-hidden />
    </span>
  );
}

/**
 * Memoized: there may be thousands of options, and a key in a neighboring field must not render them again.
 */
const Options = memo(function Options({ collections }: Pick<CollectionSelectProps, 'collections'>) {
  return collections.map(({ collection: { id, name }, level }) => (
    <option key={id} value={id}>
      {INDENT.repeat(level) + name}
    </option>
  ));
});

/** No browser draws a margin in options. Typing to find an option ignores these blanks. */
const INDENT = '\u00a0'.repeat(4);
