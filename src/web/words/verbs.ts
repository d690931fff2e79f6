import { capitalized } from '#src/domain/text/capitalized.ts';
import type { TableName } from '#src/tables/tables.ts';
import type { MutatorName } from '#src/tables/operations.ts';

/** The part of an operation's name after its table's. */
export type Action = MutatorName extends `${TableName}.${infer A}` ? A : never;

/**
 * The words that all tables share for an action, in the app's first script: a notification does not wait for more code. `failed` takes a noun for
 * its `#` (specification, section 8).
 */
const VERBS: Readonly<Record<Action, { readonly done: string; readonly failed: string }>> = {
  add: { done: 'added', failed: 'adding # to' },
  edit: { done: 'saved', failed: 'editing # in' },
  delete: { done: 'deleted', failed: 'deleting # from' },
  remove: { done: 'removed', failed: 'deleting # from' },
  restore: { done: 'restored', failed: 'adding # to' },
  purge: { done: 'deleted for good', failed: 'deleting # from' },
  complete: { done: 'completed', failed: 'completing # in' },
  advance: { done: 'completed', failed: 'completing # in' },
  reopen: { done: 'reopened', failed: 'editing # in' },
  turn: { done: 'saved', failed: 'editing # in' },
  label: { done: 'saved', failed: 'editing # in' },
  set: { done: 'saved', failed: 'saving # in' },
  decide: { done: 'saved', failed: 'editing # in' },
};

/** `Task completed`, or of several rows `Tasks completed`. */
export function doneText(name: MutatorName, ofMany = false): string {
  return `${capitalized(nounOf(tableOf(name)))}${ofMany ? 's' : ''} ${VERBS[actionOf(name)].done}`;
}

/** The text for an operation that could not be kept on the device. */
export function storageFailureText(name: MutatorName): string {
  const { failed } = VERBS[name === 'task.restore' ? 'edit' : actionOf(name)];
  return `Error ${failed.replace('#', nounOf(tableOf(name)))} the database!`;
}

/** The table of the rows that an operation changes. */
export function tableOf(name: MutatorName): TableName {
  return name.slice(0, name.indexOf('.')) as TableName;
}

export function actionOf(name: MutatorName): Action {
  return name.slice(name.indexOf('.') + 1) as Action;
}

/** The noun for a row of the table. */
export const nounOf = (table: TableName) => (table === 'dismissal' ? 'wording' : table);
