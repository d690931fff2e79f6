import { openDialog } from '#src/web/focus/dialogs.ts';
import { useCollectionChoices } from '#src/web/data/rows.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Field } from '#src/web/ui/fields/field.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { colorOfNew } from '#src/web/features/tasks/draft/named-rows.ts';
import type { NewName } from '#src/web/features/tasks/quick-add/reading.ts';
import styles from './picker-field.module.css';

interface CollectionFieldProps extends FieldBinding {
  /** True for an open task, where the dot hangs beside the text edge. */
  readonly isInPlace?: boolean;
  /** A new collection that is created with the task. */
  readonly added?: NewName | null | undefined;
}

/** The field for the collection of a task. Its value is an id. */
export function CollectionField({
  isInPlace = false,
  value,
  error,
  onValue,
  onBlur,
  added = null,
}: CollectionFieldProps) {
  const collections = useCollectionChoices(value);
  const hint = collections.length === 0 && !added && (
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
    <Field
      label="Collection"
      labelHidden
      error={error}
      hint={hint}
      className={cx(styles['field'], styles['place'], isInPlace && styles['placeInPlace'])}
    >
      {(control) => (
        <CollectionSelect
          {...{ control, collections, value, onValue, onBlur }}
          added={added ? { collection: { color: colorOfNew(added.id), ...added }, level: 0 } : undefined}
        />
      )}
    </Field>
  );
}
