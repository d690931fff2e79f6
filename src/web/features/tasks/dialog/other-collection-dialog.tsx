import { useCollections, useTask } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { useForm } from '#src/web/ui/fields/form.ts';
import { DialogDescription, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { CollectionField } from './collection-field.tsx';
import { checkCollectionId } from '#src/web/features/tasks/draft/task-form.ts';

const ACTIONS = {
  reopen: {
    mutator: 'task.reopen',
    submitLabel: 'Reopen',
    textOf: (name: string) => `“${name}” was in a collection that was deleted. Choose another one for it.`,
  },
  restore: {
    mutator: 'task.restore',
    submitLabel: 'Restore',
    textOf: (name: string) =>
      `The collection of “${name}” was deleted too. Choose another one, or restore that one first.`,
  },
} as const;

interface OtherCollectionDialogProps {
  readonly control: DialogControl;
  readonly taskId: string;
  readonly action: keyof typeof ACTIONS;
}

/** Reopens or restores a task whose collection is deleted. The user chooses another collection for it. */
export function OtherCollectionDialog({ control, taskId, action }: OtherCollectionDialogProps) {
  const { mutator, submitLabel, textOf } = ACTIONS[action];
  const task = useTask(taskId);
  const collections = useCollections();
  const form = useForm({ collectionId: '' }, ({ collectionId }) => ({
    collectionId: checkCollectionId(collectionId, (id) => collections.some((each) => each.id === id)),
  }));
  const mutate = useMutate();
  const save = () => {
    const { collectionId } = form.fields;
    return mutate(mutator, { id: taskId, collectionId, at: Date.now() });
  };
  return (
    <FormDialog
      control={control}
      title={`${submitLabel} task`}
      narrow
      form={form}
      submitLabel={submitLabel}
      save={save}
    >
      <DialogDescription>{textOf(task?.name ?? '')}</DialogDescription>
      <CollectionField {...form.field('collectionId')} />
    </FormDialog>
  );
}
