import type { SettableIn } from '#src/tables/tables.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import {
  colorName,
  describeFields,
  quote,
  yesOrNo,
  type FieldWords,
  type TableWords,
} from './table-words.ts';

const FIELDS: FieldWords<SettableIn<'collection'>> = {
  name: { label: 'Name', tell: (name) => name },
  color: { label: 'Color', tell: colorName },
  position: null,
  parentId: { label: 'Parent', tell: (id, { collection }) => (id === null ? 'None' : collection(id)) },
  archivedAt: { label: 'Archived', tell: (at) => yesOrNo(at !== null) },
  isFavourite: { label: 'Favorite', tell: (is) => yesOrNo(is === 1) },
  layout: { label: 'Layout', tell: (layout) => (layout === 'board' ? 'Board' : 'List') },
};

export const collectionWords: TableWords<'collection'> = {
  operations: {
    add: {
      done: 'collection added',
      told: 'added #',
      remedies: { needs: 'nothing' },
      describe: ({ name, color, parentId }, names) => ({
        title: `Add collection ${quote(name)}`,
        details: describeFields(FIELDS, { color, ...(parentId && { parentId }) }, names),
      }),
    },
    edit: {
      done: 'collection changed',
      told: 'changed #',
      remedies: { needs: 'live' },
      describe: ({ id, changes }, names) => {
        const isMoved = Object.keys(changes).every((field) => field === 'position' || field === 'parentId');
        return {
          title: `${isMoved ? 'Move' : 'Edit'} collection ${quote(names.collection(id))}`,
          details: describeFields(FIELDS, changes, names),
        };
      },
    },
    delete: {
      done: 'collection deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { collection }) => ({
        title: `Delete collection ${quote(collection(id))}`,
        details: [],
      }),
    },
    restore: {
      done: 'collection restored',
      told: 'restored #',
      remedies: { needs: 'row', addsAgain: true },
      describe: ({ id }, { collection }) => ({
        title: `Restore collection ${quote(collection(id))}`,
        details: [],
      }),
    },
    purge: {
      done: 'collection deleted for good',
      told: 'deleted # for good',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { collection }) => ({
        title: `Delete collection ${quote(collection(id))} for good`,
        details: [],
      }),
    },
  },
  // Their words say all.
  columns: { ...FIELDS, archivedAt: null, isFavourite: null },
  toTop: 'put it at the top',
  toldChange: toldEdit,
  changeText: editText,
};

/** Names edits of collections that say no more than their place, their archive, their mark or their view. */
function editText({ steps }: HistoryEntry, isDone: boolean): string | null {
  const changes = steps.map((step) => (step.name === 'collection.edit' ? step.args.changes : null));
  const isOf = (...fields: readonly string[]) =>
    changes.every((each) => each !== null && Object.keys(each).every((field) => fields.includes(field)));
  if (isOf('position', 'parentId')) return 'collection moved';
  const [first] = changes;
  if (isOf('archivedAt'))
    return (first?.archivedAt === null) === isDone ? 'collection unarchived' : 'collection archived';
  if (isOf('isFavourite'))
    return (first?.isFavourite === 1) === isDone ? 'favorite added' : 'favorite removed';
  // A setting says the rest of how its list is shown.
  const edits = changes.filter((_, index) => steps[index]?.name !== 'setting.set');
  const isView = edits.length > 0 && edits.every((each) => each && Object.keys(each).join(' ') === 'layout');
  return isView ? 'view changed' : null;
}

function toldEdit(action: string, after: Partial<SettableIn<'collection'>>): string | null {
  const changed = Object.keys(after);
  if (action !== 'edit') return null;
  if (changed.every((name) => name === 'position' || name === 'parentId')) return 'moved #';
  if (changed.length !== 1) return null;
  if (after.name !== undefined) return 'renamed #';
  if (after.archivedAt !== undefined) return after.archivedAt === null ? 'unarchived #' : 'archived #';
  if (after.isFavourite !== undefined)
    return after.isFavourite === 1 ? 'added # to favorites' : 'removed # from favorites';
  return null;
}
