import type { SettableIn } from '#src/tables/tables.ts';
import { describeFields, quote, type FieldWords, type TableWords } from './table-words.ts';

const FIELDS: FieldWords<SettableIn<'section'>> = {
  name: { label: 'Name', tell: (name) => name },
  place: null,
};

export const sectionWords: TableWords<'section'> = {
  operations: {
    add: {
      done: 'section added',
      told: 'added # to @',
      remedies: {
        needs: 'nothing',
        into: ({ collectionId }) => collectionId,
        useExisting: ({ id, sectionId }, rejected, existing) =>
          sectionId === rejected
            ? { name: 'task.edit', args: { id, changes: { sectionId: existing } } }
            : null,
      },
      describe: ({ name, collectionId }, { collection }) => ({
        title: `Add section ${quote(name)}`,
        details: [{ id: 'collectionId', label: 'Collection', value: collection(collectionId) }],
      }),
    },
    edit: {
      done: 'section changed',
      told: 'changed #',
      remedies: { needs: 'live' },
      describe: ({ id, changes }, names) => ({
        title: `Edit section ${quote(names.named('section', id))}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    delete: {
      done: 'section deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { named }) => ({
        title: `Delete section ${quote(named('section', id))}`,
        details: [],
      }),
    },
    restore: {
      done: 'section restored',
      told: 'restored #',
      remedies: { needs: 'row' },
      describe: ({ id }, { named }) => ({
        title: `Restore section ${quote(named('section', id))}`,
        details: [],
      }),
    },
  },
  columns: FIELDS,
  toldChange: (action, after) => {
    if (action !== 'edit' || Object.keys(after).length !== 1) return null;
    if (after.place !== undefined) return 'moved #';
    return after.name === undefined ? null : 'renamed #';
  },
};
