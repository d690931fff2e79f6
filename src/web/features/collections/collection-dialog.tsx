import type { SubmitEvent } from 'react';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/dialog.tsx';
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

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const collection = toCollection(form.fields);
    if (!collection) return;
    void form.submit(async () => {
      const id = newId();
      if (!(await mutate('collection.add', { id, ...collection, at: Date.now() }, 'Collection added')))
        return;
      onAdded?.(id);
      control.close();
    });
  };

  return (
    <Dialog control={control} title="Add collection" narrow>
      <form onSubmit={onSubmit} noValidate>
        <TextField
          label="Collection name"
          {...form.field('name')}
          maxLength={LIMITS.collectionName}
          autoComplete="off"
          dir="auto"
          required
        />
        <ColorPicker {...form.field('color')} />
        <DialogActions>
          <Button onClick={control.close}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!form.isValid || form.isSubmitting}>
            Add Collection
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
