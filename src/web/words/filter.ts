import type { SettableIn } from '#src/tables/tables.ts';
import {
  colorName,
  describeFields,
  quote,
  yesOrNo,
  type FieldWords,
  type TableWords,
} from './table-words.ts';

const FIELDS: FieldWords<SettableIn<'filter'>> = {
  name: { label: 'Name', tell: (name) => name },
  query: { label: 'Query', tell: (query) => query },
  color: { label: 'Color', tell: (color) => (color === null ? 'None' : colorName(color)) },
  isFavourite: { label: 'Favorite', tell: (is) => yesOrNo(is === 1) },
  place: { label: 'Place', tell: () => 'Moved' },
};

export const filterWords: TableWords<'filter'> = {
  operations: {
    add: {
      done: 'filter added',
      told: 'added #',
      remedies: { needs: 'nothing' },
      describe: ({ name, ...fields }, names) => ({
        title: `Add filter ${quote(name)}`,
        details: describeFields(FIELDS, fields, names),
      }),
    },
    edit: {
      done: 'filter changed',
      told: 'changed #',
      remedies: { needs: 'live' },
      describe: ({ id, changes }, names) => ({
        title: `Edit filter ${quote(names.named('filter', id))}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    delete: {
      done: 'filter deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { named }) => ({
        title: `Delete filter ${quote(named('filter', id))}`,
        details: [],
      }),
    },
    restore: {
      done: 'filter restored',
      told: 'restored #',
      remedies: { needs: 'row' },
      describe: ({ id }, { named }) => ({
        title: `Restore filter ${quote(named('filter', id))}`,
        details: [],
      }),
    },
  },
  columns: { ...FIELDS, isFavourite: null, place: null },
  toldChange: (action, after) => {
    const changed = Object.keys(after);
    if (action !== 'edit' || changed.length !== 1) return null;
    if (after.name !== undefined) return 'renamed #';
    if (after.place !== undefined) return 'moved #';
    if (after.isFavourite !== undefined)
      return after.isFavourite === 1 ? 'added # to favorites' : 'removed # from favorites';
    return null;
  },
};
