import type { Obstacle } from '#src/reading/proposals/acceptance.ts';
import type { ProposalItem } from '#src/reading/proposals/items.ts';
import type { HistoryNames } from '#src/web/words/table-words.ts';
import { tellEntry, type ToldChange } from '#src/web/words/told.ts';
import { actionOf, nounOf, tableOf, type Action } from '#src/web/words/verbs.ts';

export interface ItemWords {
  /** The name of the row. */
  readonly name: string;
  /** The action on the row, where the values before and after do not say it: `new task`, `delete`. */
  readonly verb: string | null;
  readonly look: 'adds' | 'removes' | null;
  readonly changes: readonly ToldChange[];
}

const VERBS: Readonly<Partial<Record<Action, string>>> = {
  delete: 'delete',
  remove: 'forget',
  restore: 'restore',
  complete: 'complete',
  advance: 'complete this time',
  reopen: 'reopen',
};

/** An item in the words of the history, as something that is still to be done. */
export function wordsOfItem({ operation, rows }: ProposalItem, names: HistoryNames): ItemWords {
  if (!operation) return { name: 'A change of a newer Sunglow', verb: null, look: null, changes: [] };
  const { name: operationName } = operation;
  const told = tellEntry({ cursor: '', at: 0, source: '', operation: operationName, rows }, names);
  const action = actionOf(operationName);
  if (action === 'add')
    return {
      name: told.name,
      verb: `new ${nounOf(tableOf(operationName))}${told.rest.replace(/^ to /, ' in ')}`,
      look: 'adds',
      changes: told.changes,
    };
  const verb = VERBS[action] ?? null;
  if (verb !== null || told.changes.length > 0)
    return { name: told.name, verb, look: action === 'delete' ? 'removes' : null, changes: told.changes };
  return { name: told.name, verb: `${told.verb}${told.rest}`, look: null, changes: [] };
}

export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  unknown: 'Reload the app to accept this.',
  gone: 'It was deleted since, so this cannot be accepted.',
  changed: 'It was changed since, so this cannot be accepted.',
  waits: 'Accept what this belongs to first.',
};
