import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { isErased } from '#src/domain/schema/row.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { Rejection } from '#src/sync/client/device-store.ts';
import { heirsOf } from '#src/web/hooks/focus.ts';
import { ask } from '#src/web/hooks/dialogs.ts';
import { notifyError, notifySuccess } from '#src/web/hooks/notifications.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { refusedAdd } from '#src/web/hooks/refused-add.ts';
import { useCollections, useRejections, useTask } from '#src/web/hooks/rows.ts';
import { useToday } from '#src/web/hooks/today.ts';
import { useMutateTogether } from '#src/web/hooks/use-mutate.ts';
import { describeMutation, type Lookup } from './describe-mutation.ts';
import { isOfPurged, withHeldRows } from './held-rows.ts';
import { addBefore, isSentAfter, renamed, stepsOf, wayOn, type WayOn } from './ways-on.ts';

/** What the user has chosen for it, where something had to be. */
interface Choice {
  readonly collectionId?: string;
  readonly name?: string;
}

/** What is known of the rows that a mutation names. */
function useLookup({ args }: Mutation): Lookup {
  'use no memo';
  const replica = useReplica();
  // When one of these changes, the component renders again and looks up anew.
  useTask(args.id);
  useCollections();
  useRejections();
  return {
    task: (id) => kept('task', replica.task(id)),
    collection: (id) => kept('collection', replica.collection(id)),
    tasksOf: (collectionId) => replica.tasksOf(collectionId).filter((task) => !isErased('task', task)),
    refusedAdd: (id) => refusedAdd(replica.rejections(), id),
    isPurged: (id) =>
      replica.rejections().some((other) => isOfPurged(other) && other.mutation.args.id === id),
    isTaken: (wanted, own) => replica.collections().some(({ id, name }) => name === wanted && id !== own),
  };
}

/** The row, unless its text is gone: this device was away when it was deleted, and has nothing of it to add again. */
function kept<T extends TableName>(table: T, row: Rows[T] | undefined): Rows[T] | undefined {
  return row && isErased(table, row) ? undefined : row;
}

/** Settles one rejected change, and with that of a task or collection that was to be added, the later ones of it. */
export function useSettle(rejection: Rejection) {
  const { mutation } = rejection;
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const lookup = useLookup(mutation);
  const today = useToday();
  const description = describeMutation(mutation, lookup, today);

  /** The later changes that are discarded with it. */
  const followers = () =>
    replica
      .rejections()
      .filter(
        ({ mutation: other }) =>
          other.args.id === mutation.args.id && addBefore(other, lookup)?.id === mutation.id,
      );

  const discard = () =>
    replica.discardRejection(...[...followers(), rejection].map(({ mutation }) => mutation.id));

  /** Resolves to whether the new one is safe on the device: only then may the old one leave this list. */
  const send = (
    { mutation }: Rejection,
    way: WayOn,
    { collectionId = '', name }: Choice,
    success: string | null,
  ) => {
    const wanted = name === undefined ? mutation : renamed(mutation, name);
    return mutateTogether(stepsOf(way, wanted, lookup, collectionId, Date.now()), success);
  };

  /** Sends it again the given way, and then what came after it. */
  const go = async (way: WayOn, choice: Choice, control: HTMLElement) => {
    const heir = heirsOf(control);
    const later = replica.rejections().filter(({ mutation: other }) => isSentAfter(mutation, other, lookup));
    if (!(await send(rejection, way, choice, 'Sent again'))) return;
    await replica.discardRejection(mutation.id);
    // Together, as they may be hundreds: the list would be drawn anew for each that leaves it.
    const safe = await Promise.all(
      later.map(
        // One that moved the task to a collection that is gone waits for the user to choose another.
        async (follower) =>
          wayOn(follower, lookup) === 'again' && (await send(follower, 'again', choice, null)),
      ),
    );
    await replica.discardRejection(
      ...later.filter((_, index) => safe[index]).map(({ mutation }) => mutation.id),
    );
    heir()?.focus();
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(withHeldRows(mutation, lookup, today));
      notifySuccess('Copied');
    } catch {
      // Browsers reject it without permission, or on a page that is not secure.
      notifyError('The browser does not allow copying here. Select the text instead.');
    }
  };

  const askToDiscard = () => {
    const later = followers().length > 0 ? ', with its later changes' : '';
    ask({
      title: 'Discard this change?',
      description: `${description.title}${later}: it will be gone for good.`,
      confirm: 'Discard',
      onConfirm: () => void discard(),
    });
  };

  return { lookup, description, go, copy, askToDiscard };
}
