import { quote, type TableWords } from './table-words.ts';

export const dismissalWords: TableWords<'dismissal'> = {
  operations: {
    add: {
      done: 'wording kept as text',
      needs: 'nothing',
      describe: ({ wording }) => ({ title: `Keep ${quote(wording)} as text`, details: [] }),
    },
    remove: {
      done: 'wording forgotten',
      needs: 'nothing',
      describe: ({ id }, { row }) => ({
        title: `Forget ${quote(row('dismissal', id)?.wording ?? 'a wording that is gone')}, kept as text`,
        details: [],
      }),
    },
  },
};
