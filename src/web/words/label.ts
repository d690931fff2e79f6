import type { SettableIn } from '#src/tables/tables.ts';
import { colorName, describeFields, quote, type FieldWords, type TableWords } from './table-words.ts';

const FIELDS: FieldWords<SettableIn<'label'>> = {
  name: { label: 'Name', tell: (name) => name },
  color: { label: 'Color', tell: colorName },
};

export const labelWords: TableWords<'label'> = {
  operations: {
    add: {
      done: 'label added',
      needs: 'nothing',
      describe: ({ name, color }, names) => ({
        title: `Add label ${quote(name)}`,
        details: describeFields(FIELDS, { color }, names),
      }),
    },
    edit: {
      done: 'label changed',
      needs: 'live',
      describe: ({ id, changes }, names) => ({
        title: `Edit label ${quote(names.named('label', id))}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    delete: {
      done: 'label deleted',
      needs: 'nothing',
      describe: ({ id }, { named }) => ({ title: `Delete label ${quote(named('label', id))}`, details: [] }),
    },
    restore: {
      done: 'label restored',
      needs: 'row',
      describe: ({ id }, { named }) => ({
        title: `Restore label ${quote(named('label', id))}`,
        details: [],
      }),
    },
  },
};
