import { useState } from 'react';
import type { ColorHex } from '#src/domain/colors.ts';
import { REJECTIONS } from '#src/domain/errors.ts';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { followName } from '#src/web/data/follow-name.ts';
import { useMutate, useMutateTogether } from '#src/web/data/use-mutate.ts';
import { ColorPicker } from './color-picker.tsx';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { cleanName } from '#src/domain/clean-text.ts';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { useForm } from '#src/web/ui/fields/form.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';

interface LabelDialogProps {
  readonly control: DialogControl;
  /** The label to edit; null for a new one. */
  readonly labelId: string | null;
}

interface Draft {
  readonly name: string;
  /** Null before the user selects one. */
  readonly color: ColorHex | null;
}

const EMPTY: Draft = { name: '', color: null };

export function LabelDialog({ control, labelId }: LabelDialogProps) {
  const replica = useReplica();
  const mutate = useMutate();
  const mutateTogether = useMutateTogether();
  // The label as of opening the dialog: changes from another device meanwhile are not changes of this user.
  const [label] = useState(() => (labelId === null ? undefined : replica.get('label', labelId)));
  const nameProblem = (name: string) => {
    if (name === '') return 'Please enter a label name';
    const others = replica.lists.labels().filter((id) => id !== labelId);
    const isTaken = others.some((id) => replica.get('label', id)?.name === name);
    return isTaken ? REJECTIONS.DUPLICATE_LABEL : tooLong(name, LIMITS.labelName);
  };
  const form = useForm<Draft>(label ?? EMPTY, ({ name, color }) => ({
    name: nameProblem(cleanName(name)),
    color: color === null ? 'Please select a Color' : null,
  }));

  const save = async () => {
    const { color } = form.fields;
    const name = cleanName(form.fields.name);
    const at = Date.now();
    if (color === null) return false;
    if (!label) return mutate('label.add', { id: newId(), name, color, at });
    const changes = {
      ...(name !== label.name && { name }),
      ...(color !== label.color && { color }),
    };
    if (Object.keys(changes).length === 0) return true;
    const { id } = label;
    const followed = changes.name === undefined ? [] : followName(replica, { kind: 'label', id, name }, at);
    return mutateTogether([...followed, { name: 'label.edit', args: { id, changes, at } }]);
  };

  return (
    <FormDialog
      control={control}
      title={label ? 'Edit label' : 'Add label'}
      narrow
      form={form}
      submitLabel={label ? 'Save' : 'Add Label'}
      save={save}
    >
      <TextField
        label="Label name"
        {...form.field('name')}
        limit={LIMITS.labelName}
        autoComplete="off"
        dir="auto"
        required
      />
      <ColorPicker {...form.field('color')} />
    </FormDialog>
  );
}
