import { MutationRejected, SunglowError } from '#src/domain/errors.ts';
import type { MutatorArgs, MutatorName } from '#src/mutators/index.ts';
import { notifyError, notifySuccess } from './notifications.ts';
import { refusalText } from './refusal-text.ts';
import { useReplica } from './replica-context.ts';

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
  success: string,
) => Promise<boolean>;

/**
 * Changes the user's data and says how it went: `success` once the change is durable on this device, else the reason.
 * Resolves to whether it is, so that a form closes only when its text is safe.
 */
export function useMutate(): Mutate {
  const replica = useReplica();
  return async (name, args, success) => {
    try {
      await replica.mutate(name, args);
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      notifyError(failureText(name, error));
      return false;
    }
    notifySuccess(success);
    return true;
  };
}

function failureText(name: MutatorName, error: SunglowError): string {
  if (error.code === 'STORAGE_FAILED') return FAILURES[name];
  return error instanceof MutationRejected ? refusalText(name, error.code) : error.message;
}
