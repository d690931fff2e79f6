import { ChevronDown } from 'lucide-react';
import type { Collection } from '#src/domain/collection.ts';
import { cx } from './class-names.ts';
import { ColorDot } from './color-dot.tsx';
import type { ControlProps } from './field.tsx';
import styles from './select.module.css';

interface CollectionSelectProps {
  readonly control: ControlProps;
  readonly collections: readonly Collection[];
  /** A collection's id; one that is not among them counts as none. */
  readonly value: string;
  readonly onValue: (id: string) => void;
  readonly onBlur?: () => void;
}

/** A native select, which every phone and screen reader knows how to work. */
export function CollectionSelect({ control, collections, value, onValue, onBlur }: CollectionSelectProps) {
  const chosen = collections.find(({ id }) => id === value);
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
        required
        onChange={(event) => onValue(event.target.value)}
        onBlur={onBlur}
      >
        <option value="" disabled>
          Select Collection
        </option>
        {collections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className={styles['mark']} aria-hidden />
    </span>
  );
}
