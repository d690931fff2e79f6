import { useState } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useDraft } from '#src/web/data/use-draft.ts';
import { followName } from '#src/web/data/follow-name.ts';
import { useMutate, useMutateTogether } from '#src/web/data/use-mutate.ts';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import {
  changesOf,
  checkCollection,
  draftOf,
  EMPTY_COLLECTION,
  readDraft,
  toCollection,
} from './collection-form.ts';
import type { CollectionFields } from './collection-form.ts';
import { ColorPicker } from './color-picker.tsx';
import { ParentField } from './parent-field.tsx';
import { PlaceButtons } from './place-buttons.tsx';

interface CollectionDialogProps {
  readonly control: DialogControl;
  /** The collection to edit; null for a new one. */
  readonly collectionId: string | null;
  /** The parent of a new one. */
  readonly parentId?: string | undefined;
  readonly onAdded?: ((id: string) => void) | undefined;
}

export function CollectionDialog({ control, collectionId, parentId = '', onAdded }: CollectionDialogProps) {
  const replica = useReplica();
  // The collection as of opening the dialog: changes from another device meanwhile are not changes of this
  // user.
  const [collection] = useState(() =>
    collectionId === null ? undefined : replica.get('collection', collectionId),
  );
  const [takenName, setTakenName] = useState<string | null>(null);
  const place = useDraft(collectionId === null ? 'add-collection' : `edit-collection ${collectionId}`);
  const form = useForm(
    collection ? draftOf(collection) : { ...EMPTY_COLLECTION, parentId },
    (draft) => checkCollection(draft, takenName),
    place.before ? readDraft(place.before) : {},
  );
  const saveFields = useSave(collection, onAdded);

  const save = async () => {
    const fields = toCollection(form.fields);
    const isSaved = await saveFields(fields);
    const isTaken = ({ id, name }: Collection) => name === fields.name && id !== collectionId;
    if (!isSaved && replica.lists.collections.all().some(isTaken)) {
      // The notification vanishes, but the field keeps the error.
      setTakenName(fields.name);
      form.touchAll();
    }
    return isSaved;
  };

  return (
    <FormDialog
      control={control}
      title={collection ? 'Edit collection' : 'Add collection'}
      narrow
      form={form}
      draft={{ place, name: form.fields.name, startOver: collection ? 'Start over' : 'Start empty' }}
      submitLabel={collection ? 'Save' : 'Add Collection'}
      save={save}
    >
      <TextField
        label="Collection name"
        {...form.field('name')}
        limit={LIMITS.collectionName}
        autoComplete="off"
        dir="auto"
        required
      />
      <ColorPicker {...form.field('color')} />
      <ParentField {...form.field('parentId')} id={collectionId} />
      {collection && <PlaceButtons id={collection.id} />}
    </FormDialog>
  );
}

/** Stores the form: a new collection, or the changes of `collection`. Resolves to true when stored. */
function useSave(collection: Collection | undefined, onAdded?: (id: string) => void) {
  const replica = useReplica();
  const mutate = useMutate();
  const mutateTogether = useMutateTogether();
  return async (fields: CollectionFields): Promise<boolean> => {
    const at = Date.now();
    if (!collection) {
      const id = newId();
      const isAdded = await mutate('collection.add', { id, ...fields, at });
      if (isAdded) onAdded?.(id);
      return isAdded;
    }
    const changes = changesOf(collection, fields);
    if (Object.keys(changes).length === 0) return true;
    const { id } = collection;
    const { name } = changes;
    const followed = name === undefined ? [] : followName(replica, { kind: 'collection', id, name }, at);
    return mutateTogether([...followed, { name: 'collection.edit', args: { id, changes, at } }]);
  };
}
