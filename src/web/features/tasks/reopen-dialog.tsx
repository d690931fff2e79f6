import { useForm } from '#src/web/hooks/form.ts';
import { useCollections, useTask } from '#src/web/hooks/rows.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { DialogDescription, type DialogControl } from '#src/web/ui/dialog.tsx';
import { FormDialog } from '#src/web/ui/form-dialog.tsx';
import { CollectionField } from './collection-field.tsx';
import { checkCollectionId } from './task-form.ts';

interface ReopenDialogProps {
  readonly control: DialogControl;
  readonly taskId: string;
}

/** Reopens a task whose collection is gone: it needs another one to stand in. */
export function ReopenDialog({ control, taskId }: ReopenDialogProps) {
  const task = useTask(taskId);
  const collections = useCollections();
  const form = useForm({ collectionId: '' }, ({ collectionId }) => ({
    collectionId: checkCollectionId(collectionId, (id) => collections.some((each) => each.id === id)),
  }));
  const mutate = useMutate();
  const save = () => {
    const { collectionId } = form.fields;
    return mutate('task.reopen', { id: taskId, collectionId, at: Date.now() }, 'Task reopened');
  };
  return (
    <FormDialog control={control} title="Reopen task" narrow form={form} submitLabel="Reopen" save={save}>
      <DialogDescription>
        “{task?.name}” stood in a collection that is deleted. Choose another one for it.
      </DialogDescription>
      <CollectionField {...form.field('collectionId')} />
    </FormDialog>
  );
}
