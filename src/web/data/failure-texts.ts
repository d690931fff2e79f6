import { MutationRejected, REJECTIONS, type SunglowError } from '#src/domain/errors.ts';
import type { TableName } from '#src/domain/schema/index.ts';
import type { MutatorName } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { settingName } from '#src/web/words/setting-names.ts';

/** What a mutator does to a row: the part of its name behind the table's. */
export type Action = MutatorName extends `${TableName}.${infer A}` ? A : never;

const FAILED: Readonly<Record<Action, string>> = {
  add: 'adding # to',
  edit: 'editing # in',
  delete: 'deleting # from',
  remove: 'deleting # from',
  restore: 'adding # to',
  purge: 'deleting # from',
  complete: 'completing # in',
  advance: 'completing # in',
  reopen: 'editing # in',
  turn: 'editing # in',
  label: 'editing # in',
  set: 'saving # in',
};

/** What could not be kept on the device, in the words of the specification's section 8. */
export function storageFailureText(name: MutatorName): string {
  const text = name === 'task.restore' ? FAILED.edit : FAILED[actionOf(name)];
  return `Error ${text.replace('#', nounOf(tableOf(name)))} the database!`;
}

/** Why a mutation was rejected, and what to do, in the user's words. */
export function rejectionText(name: MutatorName, code: keyof typeof REJECTIONS): string {
  // A change to the collection itself has no other one to choose.
  if (name === 'collection.edit' && code === 'COLLECTION_GONE')
    return 'The collection was deleted. Restore it to keep the change.';
  const table = tableOf(name);
  const gone = table === 'task' ? 'GONE' : `${table.toUpperCase()}_GONE`;
  // The server restores all but what it has purged.
  if (actionOf(name) === 'restore' && code === gone) return `The ${nounOf(table)} was deleted for good.`;
  return REJECTIONS[code];
}

/** Why a change was not made, or not kept. */
export function failureText(name: MutatorName, error: SunglowError): string {
  if (error.code === 'STORAGE_FAILED') return storageFailureText(name);
  return error instanceof MutationRejected ? rejectionText(name, error.code) : error.message;
}

/** The name of what a mutation is about, deleted or not; of a reminder that of its task. */
export function rowName(replica: Replica, name: MutatorName, id: string): string {
  const table = tableOf(name);
  if (table === 'setting') return settingName(id);
  if (table === 'reminder') return replica.get('task', replica.get(table, id)?.taskId ?? '')?.name ?? '';
  if (table === 'dismissal') return replica.get(table, id)?.wording ?? '';
  return replica.get(table, id)?.name ?? '';
}

/** The table of the rows that it changes. */
export function tableOf(name: MutatorName): TableName {
  return name.slice(0, name.indexOf('.')) as TableName;
}

export function actionOf(name: MutatorName): Action {
  return name.slice(name.indexOf('.') + 1) as Action;
}

export const nounOf = (table: TableName) => (table === 'dismissal' ? 'wording' : table);
