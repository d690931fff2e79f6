import { useState } from 'react';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { queryProblem } from '#src/web/data/query-problem.ts';
import { FormDialog } from '#src/web/feedback/form-dialog.tsx';
import { cleanName } from '#src/domain/clean-text.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import type { DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { QueryPreview } from './query-preview.tsx';

interface FilterDialogProps {
  readonly control: DialogControl;
  /** The filter to edit; null for a new one. */
  readonly filterId: string | null;
}

interface Draft {
  readonly name: string;
  readonly query: string;
  readonly isFavourite: 0 | 1;
}

const EMPTY: Draft = { name: '', query: '', isFavourite: 0 };

export function FilterDialog({ control, filterId }: FilterDialogProps) {
  const replica = useReplica();
  const mutate = useMutate();
  // The filter as of opening the dialog: changes from another device meanwhile are not changes of this user.
  const [filter] = useState(() => (filterId === null ? undefined : replica.get('filter', filterId)));
  const problemOf = (query: string) => {
    if (query === '') return 'Please enter a query';
    // A query that this app cannot read may be from a newer one, and stays as it is.
    return query === filter?.query ? null : queryProblem(query, LIMITS.filterQuery, replica);
  };
  const form = useForm<Draft>(filter ?? EMPTY, ({ name, query }) => ({
    name: cleanName(name) === '' ? 'Please enter a filter name' : tooLong(cleanName(name), LIMITS.filterName),
    query: problemOf(cleanName(query)),
    isFavourite: null,
  }));

  const save = async () => {
    const { isFavourite } = form.fields;
    const [name, query] = [cleanName(form.fields.name), cleanName(form.fields.query)];
    const at = Date.now();
    if (!filter) return mutate('filter.add', { id: newId(), name, query, isFavourite, at });
    const changes = {
      ...(name !== filter.name && { name }),
      ...(query !== filter.query && { query }),
      ...(isFavourite !== filter.isFavourite && { isFavourite }),
    };
    if (Object.keys(changes).length === 0) return true;
    return mutate('filter.edit', { id: filter.id, changes, at });
  };

  const favourite = form.field('isFavourite');
  return (
    <FormDialog
      control={control}
      title={filter ? 'Edit filter' : 'Add filter'}
      form={form}
      submitLabel={filter ? 'Save' : 'Add Filter'}
      save={save}
    >
      <TextField
        label="Filter name"
        {...form.field('name')}
        limit={LIMITS.filterName}
        autoComplete="off"
        dir="auto"
        required
      />
      <TextField
        label="Query"
        {...form.field('query')}
        // The status shows the problem while the user types.
        error={form.fields.query.trim() === '' ? form.field('query').error : null}
        hint="Such as (today | overdue) & #Work & !@waiting"
        limit={LIMITS.filterQuery}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        required
      />
      <QueryPreview text={form.fields.query} onMended={(query) => form.change({ query })} />
      <Switch
        label="Favorite"
        hint="Favorites come first in the sidebar."
        checked={favourite.value === 1}
        onChecked={(checked) => favourite.onValue(checked ? 1 : 0)}
      />
    </FormDialog>
  );
}
