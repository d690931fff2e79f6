import { hasId } from '#src/domain/id-set.ts';
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
      told: 'added #',
      remedies: {
        needs: 'nothing',
        useExisting: ({ id, labels }, rejected, existing) =>
          hasId(labels, rejected)
            ? { name: 'task.label', args: { id, add: existing, remove: rejected } }
            : null,
      },
      describe: ({ name, color }, names) => ({
        title: `Add label ${quote(name)}`,
        details: describeFields(FIELDS, { color }, names),
      }),
    },
    edit: {
      done: 'label changed',
      told: 'changed #',
      remedies: { needs: 'live' },
      describe: ({ id, changes }, names) => ({
        title: `Edit label ${quote(names.named('label', id))}`,
        details: describeFields(FIELDS, changes, names),
      }),
    },
    delete: {
      done: 'label deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { named }) => ({ title: `Delete label ${quote(named('label', id))}`, details: [] }),
    },
    restore: {
      done: 'label restored',
      told: 'restored #',
      remedies: { needs: 'row' },
      describe: ({ id }, { named }) => ({
        title: `Restore label ${quote(named('label', id))}`,
        details: [],
      }),
    },
  },
  columns: FIELDS,
  toldChange: (action, after) => {
    if (action !== 'edit' || Object.keys(after).length !== 1) return null;
    return after.name === undefined ? null : 'renamed #';
  },
};
