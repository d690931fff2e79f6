import { MutationRejected, SunglowError } from '#src/domain/errors.ts';
import type { MutatorArgs, MutatorName } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { notifyDone, notifyError } from './notifications.ts';
import { refusalText } from './refusal-text.ts';
import { useReplica } from './replica-context.ts';
import { focusTask } from './row-focus.ts';

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
};

export type Mutate = <N extends MutatorName>(
  name: N,
  args: MutatorArgs<N>,
  success: string | null,
  undone?: string,
) => Promise<boolean>;

/**
 * Changes the user's data and says how it went: `success` once the change is durable on this device (null where the
 * screen says enough), else the reason. With `undone`, the notification offers `Undo`, and `undone` is what it says after that. Resolves to whether the change
 * is durable, so that a form closes only when its text is safe.
 */
export function useMutate(): Mutate {
  const replica = useReplica();
  return (name, args, success, undone) => mutate(replica, name, args, success, undone);
}

async function mutate<N extends MutatorName>(
  replica: Replica,
  name: N,
  args: MutatorArgs<N>,
  success: string | null,
  undone: string | undefined,
): Promise<boolean> {
  const inverse = undone === undefined ? null : replica.inverseOf(name, args);
  try {
    await replica.mutate(name, args);
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    notifyError(failureText(name, error));
    return false;
  }
  const undo =
    inverse &&
    (() => {
      void mutate(replica, inverse.name, inverse.args, undone ?? '', undefined);
      // After the list has shown it again.
      queueMicrotask(() => focusTask(args.id));
    });
  if (success !== null) notifyDone(success, nameOf(replica, name, args.id), undo);
  return true;
}

function nameOf(replica: Replica, name: MutatorName, id: string): string {
  const row = name.startsWith('task.') ? replica.task(id) : replica.collection(id);
  return row?.name ?? '';
}

function failureText(name: MutatorName, error: SunglowError): string {
  if (error.code === 'STORAGE_FAILED') return FAILURES[name];
  return error instanceof MutationRejected ? refusalText(name, error.code) : error.message;
}
