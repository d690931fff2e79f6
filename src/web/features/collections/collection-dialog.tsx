import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import type { DialogControl } from '#src/web/ui/dialog.tsx';
import { FormDialog } from '#src/web/ui/form-dialog.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { checkCollection, EMPTY_COLLECTION, toCollection } from './collection-form.ts';
import { ColorPicker } from './color-picker.tsx';

interface CollectionDialogProps {
  readonly control: DialogControl;
  readonly onAdded: ((id: string) => void) | undefined;
}

export function CollectionDialog({ control, onAdded }: CollectionDialogProps) {
  const form = useForm(EMPTY_COLLECTION, checkCollection);
  const mutate = useMutate();

  const save = async () => {
    const collection = toCollection(form.fields);
    if (!collection) return false;
    const id = newId();
    const isAdded = await mutate('collection.add', { id, ...collection, at: Date.now() }, 'Collection added');
    if (isAdded) onAdded?.(id);
    return isAdded;
  };

  return (
    <FormDialog
      control={control}
      title="Add collection"
      narrow
      form={form}
      submitLabel="Add Collection"
      save={save}
    >
      <TextField
        label="Collection name"
        {...form.field('name')}
        maxLength={LIMITS.collectionName}
        autoComplete="off"
        dir="auto"
        required
      />
      <ColorPicker {...form.field('color')} />
    </FormDialog>
  );
}
