import { openDialog } from '#src/web/focus/dialogs.ts';
import { useCollectionChoices } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import styles from './picker-field.module.css';

/** The collection of a task, by id. */
export function CollectionField({ value, error, onValue, onBlur }: FieldBinding) {
  const collections = useCollectionChoices(value);
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
    <Field label="Collection" labelHidden error={error} hint={hint}>
      {(control) => <CollectionSelect {...{ control, collections, value, onValue, onBlur }} />}
    </Field>
  );
}
