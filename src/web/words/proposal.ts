import { quote, type TableWords } from './table-words.ts';

export const proposalWords: TableWords<'proposal'> = {
  operations: {
    add: {
      done: 'proposal added',
      told: 'got #',
      remedies: { needs: 'nothing' },
      describe: ({ name }) => ({ title: `Add proposal ${quote(name)}`, details: [] }),
    },
    delete: {
      done: 'proposal deleted',
      told: 'deleted #',
      remedies: { needs: 'nothing' },
      describe: ({ id }, { named }) => ({
        title: `Delete proposal ${quote(named('proposal', id))}`,
        details: [],
      }),
    },
    restore: {
      done: 'proposal restored',
      told: 'restored #',
      remedies: { needs: 'row' },
      describe: ({ id }, { named }) => ({
        title: `Restore proposal ${quote(named('proposal', id))}`,
        details: [],
      }),
    },
    decide: {
      done: 'proposal decided',
      told: 'decided on #',
      remedies: { needs: 'live' },
      describe: ({ id }, { named }) => ({
        title: `Decide on proposal ${quote(named('proposal', id))}`,
        details: [],
      }),
    },
  },
  columns: {},
  toldChange: (action, after) => {
    if (action !== 'decide') return null;
    // The ids of accepted items grow with each first acceptance, and with nothing else.
    if (after.used !== undefined) return 'accepted changes of #';
    return after.accepted === undefined && (after.declined ?? '') !== '' ? 'declined changes of #' : null;
  },
};
