import { quote, type TableWords } from './table-words.ts';

export const dismissalWords: TableWords<'dismissal'> = {
  operations: {
    add: {
      done: 'words kept as text',
      told: 'kept # as text',
      remedies: { needs: 'nothing' },
      describe: ({ wording }) => ({ title: `Keep ${quote(wording)} as text`, details: [] }),
    },
    remove: {
      done: 'words forgotten',
      told: 'forgot #, which was kept as text',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { row }) => ({
        title: `Forget ${quote(row('dismissal', id)?.wording ?? 'deleted words')}, kept as text`,
        details: [],
      }),
    },
  },
  columns: {},
};
