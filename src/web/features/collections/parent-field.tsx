import { useCollectionTree } from '#src/web/data/rows.ts';
import { CollectionSelect } from '#src/web/ui/fields/collection-select.tsx';
import { Field } from '#src/web/ui/fields/field.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { parentsFor } from './parents-for.ts';

/**
 * The parent of a collection: any collection but itself and those below it, as deep as the tree allows. `id`:
 * its own; null for a new one.
 */
export function ParentField({ id, ...field }: FieldBinding & { readonly id: string | null }) {
  const { value, error, onValue, onBlur } = field;
  const parents = parentsFor(useCollectionTree(), id);
  if (parents.length === 0) return null;
  return (
    <Field label="Parent" error={error}>
      {(control) => (
        <CollectionSelect
          {...{ control, value, onValue, onBlur }}
          collections={parents}
          none={{ name: 'No parent', canBeChosen: true }}
        />
      )}
    </Field>
  );
}
