import { MutationRejected, REJECTIONS, type SunglowError } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { settingName } from '#src/web/words/setting-names.ts';
import { actionOf, nounOf, storageFailureText, tableOf } from '#src/web/words/verbs.ts';

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
