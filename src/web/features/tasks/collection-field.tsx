import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useCollections } from '#src/web/hooks/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/collection-select.tsx';
import { Field } from '#src/web/ui/field.tsx';
import type { FieldBinding } from '#src/web/hooks/form.ts';
import styles from './picker-field.module.css';

/** The collection of a task, by id. */
export function CollectionField({ value, error, onValue, onBlur }: FieldBinding) {
  const collections = useCollections();
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
