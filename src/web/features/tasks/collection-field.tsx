import { ChevronDown } from 'lucide-react';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useCollections } from '#src/web/hooks/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/field.tsx';
import styles from './picker-field.module.css';
import type { TaskFieldProps } from './description-field.tsx';

/** The collection of a task, by id: a native select, which every phone and screen reader knows how to work. */
export function CollectionField({ value, error, onValue, onBlur }: TaskFieldProps) {
  const collections = useCollections();
  const isKnown = collections.some(({ id }) => id === value);
  const hint = collections.length === 0 && (
    <span className={styles['hint']}>
      None yet.{' '}
      <Button
        look="quiet"
        size="small"
        onClick={() => openDialog({ kind: 'add-collection', onAdded: onValue })}
      >
        New collection
      </Button>
    </span>
  );
  return (
    <Field label="Collection" error={error} hint={hint}>
      {(control) => (
        <span className={styles['frame']}>
          <select
            {...control}
            className={cx(control.className, styles['select'], !isKnown && styles['unset'])}
            value={isKnown ? value : ''}
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
      )}
    </Field>
  );
}
