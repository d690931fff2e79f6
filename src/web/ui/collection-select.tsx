import { ChevronDown } from 'lucide-react';
import { useCollections } from '#src/web/hooks/rows.ts';
import { cx } from './class-names.ts';
import type { ControlProps } from './field.tsx';
import styles from './select.module.css';

interface CollectionSelectProps {
  readonly control: ControlProps;
  /** A collection's id; one that is not live counts as none. */
  readonly value: string;
  readonly onValue: (id: string) => void;
  readonly onBlur?: () => void;
}

/** The live collections in a native select, which every phone and screen reader knows how to work. */
export function CollectionSelect({ control, value, onValue, onBlur }: CollectionSelectProps) {
  const collections = useCollections();
  const isLive = collections.some(({ id }) => id === value);
  return (
    <span className={styles['frame']}>
      <select
        {...control}
        className={cx(control.className, styles['select'], !isLive && styles['unset'])}
        value={isLive ? value : ''}
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
