import { MutationRejected, REJECTIONS, type SunglowError } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { settingName } from '#src/web/words/setting-names.ts';
import { actionOf, nounOf, storageFailureText, tableOf } from '#src/web/words/verbs.ts';

/** The reason for a rejection and the next step, in the user's words. */
export function rejectionText(name: MutatorName, code: keyof typeof REJECTIONS): string {
  // A collection's own edit cannot move to another collection.
  if (name === 'collection.edit' && code === 'COLLECTION_GONE')
    return 'The collection was deleted. Restore it to keep the change.';
  const table = tableOf(name);
  const gone = table === 'task' ? 'GONE' : `${table.toUpperCase()}_GONE`;
  // The server restores every row that it has not purged.
  if (actionOf(name) === 'restore' && code === gone) return `The ${nounOf(table)} was deleted for good.`;
  return REJECTIONS[code];
}

/** The reason why a change was not made or not stored. */
export function failureText(name: MutatorName, error: SunglowError): string {
  if (error.code === 'STORAGE_FAILED') return storageFailureText(name);
  return error instanceof MutationRejected ? rejectionText(name, error.code) : error.message;
}

/** The name of a mutation's row, deleted or not; for a reminder the name of its task. */
export function rowName(replica: Replica, name: MutatorName, id: string): string {
  const table = tableOf(name);
  if (table === 'setting') return settingName(id);
  if (table === 'reminder') return replica.get('task', replica.get(table, id)?.taskId ?? '')?.name ?? '';
  if (table === 'dismissal') return replica.get(table, id)?.wording ?? '';
  return replica.get(table, id)?.name ?? '';
}
