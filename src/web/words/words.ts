import type { TableName } from '#src/tables/tables.ts';
import type { MutatorName } from '#src/tables/operations.ts';
import { collectionWords } from './collection.ts';
import { dismissalWords } from './dismissal.ts';
import { filterWords } from './filter.ts';
import { labelWords } from './label.ts';
import { proposalWords } from './proposal.ts';
import { reminderWords } from './reminder.ts';
import { sectionWords } from './section.ts';
import { settingWords } from './setting.ts';
import type { OperationWords, TableWords } from './table-words.ts';
import { taskWords } from './task.ts';
import { actionOf, tableOf } from './verbs.ts';

/** The words for every table. They load after the app's first script, which has those of `verbs.ts`. */
export const WORDS: { readonly [T in TableName]: TableWords<T> } = {
  collection: collectionWords,
  section: sectionWords,
  label: labelWords,
  task: taskWords,
  setting: settingWords,
  dismissal: dismissalWords,
  reminder: reminderWords,
  filter: filterWords,
  proposal: proposalWords,
};

/** The words for an operation. */
export function wordsFor<N extends MutatorName>(name: N): OperationWords<N> {
  const operations: Readonly<Record<string, unknown>> = WORDS[tableOf(name)].operations;
  return operations[actionOf(name)] as OperationWords<N>;
}
