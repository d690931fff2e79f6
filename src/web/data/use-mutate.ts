import { SunglowError } from '#src/domain/errors.ts';
import type { MutatorArgs, MutatorName, Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { actionOf, doneText, tableOf } from '#src/web/words/verbs.ts';
import { failureText, rowName } from './failure-texts.ts';
import { notifyDone, notifyError } from '#src/web/feedback/notifications.ts';
import { askForPersistence } from '#src/web/platform/persistent-storage.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { useReplica } from './replica-context.ts';
import { undo } from './undo.ts';

/** Operations beside deletions that remove their row from sight. */
const LEAVES_SIGHT: ReadonlySet<MutatorName> = new Set(['task.complete', 'task.advance', 'task.reopen']);

/**
 * True for an operation that removes its row from sight: its notification offers Undo. An archived collection leaves
 * sight like a deleted one. A reminder is removed in the form that adds it.
 */
function offersUndo({ name, args }: Operation): boolean {
  const isArchived = name === 'collection.edit' && typeof args.changes.archivedAt === 'number';
  const isDeleted = actionOf(name) === 'delete' && name !== 'reminder.delete';
  return isArchived || isDeleted || LEAVES_SIGHT.has(name);
}

export type Mutate = <N extends MutatorName>(
  name: N,
  args: MutatorArgs<N>,
  success?: string | null,
) => Promise<boolean>;

/**
 * Changes the user's data and reports the result: `success` once the change is durable on this device (by
 * default the operation's own words, null if the screen says enough), else the reason. Resolves to true if
 * the change is durable, so that a form closes only when its text is safe. Undo can take the change back.
 */
export function useMutate(): Mutate {
  const replica = useReplica();
  return async (name, args, success) =>
    (await mutate(replica, [{ name, args } as Operation], success)) !== null;
}

export type MutateTogether = (operations: readonly Operation[], success?: string | null) => Promise<boolean>;

/** Does the same for several operations as one change. The last one gives the change its name. */
export function useMutateTogether(): MutateTogether {
  const replica = useReplica();
  return async (operations, success) => (await mutate(replica, operations, success)) !== null;
}

/**
 * Does several operations as one change, for a form that tells of the change and offers Undo itself. Resolves to the id of the
 * change in the history once it is durable, else to null.
 */
export function useMutateQuietly(): (operations: readonly Operation[]) => Promise<string | null> {
  const replica = useReplica();
  return async (operations) => (await mutate(replica, operations, null))?.entryId ?? null;
}

/** Resolves to null if the change was not made, or not stored. `entryId`: its id in the history; null for no change. */
async function mutate(
  replica: Replica,
  operations: readonly Operation[],
  success?: string | null,
): Promise<{ readonly entryId: string | null } | null> {
  const last = operations.at(-1);
  if (!last) return { entryId: null };
  const { name, args } = last;
  // A row deleted for good has no name afterwards.
  const nameBefore = rowName(replica, name, args.id);
  let entryId: string | null;
  try {
    entryId = await replica.history.do(operations);
  } catch (error) {
    if (!(error instanceof SunglowError)) throw error;
    notifyError(failureText(name, error));
    return null;
  }
  // Not asked when the app opens: only a user who has changed something has something to keep.
  if (replica.status().storage === 'kept') void askForPersistence();
  const offer =
    entryId !== null && offersUndo(last)
      ? { entryId, run: () => void undo(replica, entryId ?? undefined) }
      : null;
  const ofTasks = operations.filter((each) => tableOf(each.name) === 'task');
  const tasks = new Set(ofTasks.map((each) => each.args.id)).size;
  const ofMany = tasks > 1 && tableOf(name) === 'task';
  const subject = ofMany ? `${formatCount(tasks)} tasks` : rowName(replica, name, args.id) || nameBefore;
  if (success !== null) notifyDone(success ?? doneText(name, ofMany), subject, offer);
  return { entryId };
}
