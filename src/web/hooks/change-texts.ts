import { MutationRejected, REJECTIONS, type SunglowError } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/mutators/index.ts';
import type { HistoryEntry } from '#src/sync/client/history.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** What could not be kept on the device, in the words of the specification's section 8. */
const FAILURES: Record<MutatorName, string> = {
  'collection.add': 'Error adding collection to the database!',
  'collection.edit': 'Error editing collection in the database!',
  'collection.delete': 'Error deleting collection from the database!',
  'collection.restore': 'Error adding collection to the database!',
  'task.add': 'Error adding task to the database!',
  'task.delete': 'Error deleting task from the database!',
  'task.complete': 'Error completing task in the database!',
  'task.edit': 'Error editing task in the database!',
  'task.reopen': 'Error editing task in the database!',
  'task.restore': 'Error editing task in the database!',
  'setting.set': 'Error saving setting in the database!',
};

const CHANGES: Record<MutatorName, string> = {
  'collection.add': 'collection added',
  'collection.edit': 'collection changed',
  'collection.delete': 'collection deleted',
  'collection.restore': 'collection restored',
  'task.add': 'task added',
  'task.delete': 'task deleted',
  'task.complete': 'task completed',
  'task.edit': 'task changed',
  'task.reopen': 'task reopened',
  'task.restore': 'task restored',
  'setting.set': 'setting changed',
};

/** Why a mutation was rejected, and what to do, in the user's words. */
export function refusalText(name: MutatorName, code: keyof typeof REJECTIONS): string {
  // A change to the collection itself has no other one to choose.
  if (name === 'collection.edit' && code === 'COLLECTION_GONE')
    return 'The collection was deleted. Restore it to keep the change.';
  // Only what is purged on the server is not restored there.
  if (name === 'collection.restore' && code === 'COLLECTION_GONE')
    return 'The collection was deleted for good.';
  if (name === 'task.restore' && code === 'GONE') return 'The task was deleted for good.';
  return REJECTIONS[code];
}

/** Why a change was not made, or not kept. */
export function failureText(name: MutatorName, error: SunglowError): string {
  if (error.code === 'STORAGE_FAILED') return FAILURES[name];
  return error instanceof MutationRejected ? refusalText(name, error.code) : error.message;
}

/** A change in a few words, such as `task completed`. */
export function changeText({ name, steps }: HistoryEntry): string {
  const isMove = steps.every(
    (step) =>
      step.name === 'collection.edit' &&
      Object.keys(step.args.changes).every((field) => field === 'position'),
  );
  if (isMove) return 'collection moved';
  const rows = new Set(steps.map(({ args }) => args.id)).size;
  // Nothing else is done to so many at once.
  return rows > 2 ? `import of ${rows.toLocaleString()} tasks and collections` : CHANGES[name];
}

/** Why a change could not be taken back, or not be done again. */
export function impossibleText(name: MutatorName, error: SunglowError): string {
  const isOfTask = name.startsWith('task.');
  switch (error.code) {
    case 'STORAGE_FAILED':
      return FAILURES[name];
    case 'GONE':
      return 'The task was deleted in the meantime.';
    case 'COLLECTION_GONE':
      return `${isOfTask ? 'Its' : 'The'} collection was deleted in the meantime.`;
    case 'DUPLICATE_COLLECTION':
      return 'Another collection has that name by now.';
    default:
      return error.message;
  }
}

/** The name of a task or collection that a mutation is about, deleted or not. */
export function rowName(replica: Replica, name: MutatorName, id: string): string {
  const row = name.startsWith('task.') ? replica.task(id) : replica.collection(id);
  return row?.name ?? '';
}
