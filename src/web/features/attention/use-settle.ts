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
import { asText, describeMutation, type Lookup } from './describe-mutation.ts';
import { addBefore, stepsOf, wayOn, type WayOn } from './ways-on.ts';

/** What is known of the rows that a mutation names. */
function useLookup({ args }: Mutation): Lookup {
  'use no memo';
  const replica = useReplica();
  // When one of these changes, the component renders again and looks up anew.
  useTask(args.id);
  useCollections();
  useRejections();
  return {
    task: (id) => replica.task(id),
    collection: (id) => replica.collection(id),
    refusedAdd: (id) => refusedAdd(replica.rejections(), id),
  };
}

/** Settles one refused change, and with that of a task or collection that was to be added, the later ones of it. */
export function useSettle(rejection: Rejection) {
  const { mutation } = rejection;
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const lookup = useLookup(mutation);
  const description = describeMutation(mutation, lookup, useToday());

  /** The later changes that are settled with it. */
  const followers = () =>
    replica
      .rejections()
      .filter(
        ({ mutation: other }) =>
          other.args.id === mutation.args.id && addBefore(other, lookup)?.id === mutation.id,
      );

  const discard = async () => {
    for (const { mutation } of [...followers(), rejection]) await replica.discardRejection(mutation.id);
  };

  /** It leaves this list only once the new one is safe on the device. */
  const send = async ({ mutation }: Rejection, way: WayOn, collectionId: string, success: string | null) => {
    const steps = stepsOf(way, mutation, lookup, collectionId, Date.now());
    const isSafe = await mutateTogether(steps, success);
    if (isSafe) await replica.discardRejection(mutation.id);
    return isSafe;
  };

  /** Sends it again the given way. */
  const go = async (way: WayOn, collectionId: string, button: HTMLElement) => {
    const heir = heirsOf(button);
    const later = followers();
    if (!(await send(rejection, way, collectionId, 'Sent again'))) return;
    for (const follower of later) {
      // One that moved the task to a collection that is gone waits for the user to choose another.
      if (wayOn(follower, lookup) === 'again') await send(follower, 'again', '', null);
    }
    heir()?.focus();
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(description));
      notifySuccess('Copied');
    } catch {
      // Browsers refuse it without permission, or on a page that is not secure.
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
