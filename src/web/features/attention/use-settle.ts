import type { Mutation } from '#src/mutators/index.ts';
import type { Rejection } from '#src/sync/client/device-store.ts';
import { heirsOf } from '#src/web/hooks/focus.ts';
import { ask } from '#src/web/hooks/dialogs.ts';
import { notifyError, notifySuccess } from '#src/web/hooks/notifications.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useCollections, useRejections, useTask } from '#src/web/hooks/rows.ts';
import { useMutateTogether } from '#src/web/hooks/use-mutate.ts';
import { asText, describeMutation, type Lookup } from './describe-mutation.ts';
import { stepsOf, type WayOn } from './ways-on.ts';

/**
 * What is known of the rows that a mutation names, as they change; with the names of collections that were refused
 * themselves: their tasks still refer to them.
 */
function useLookup({ args }: Mutation): Lookup {
  const replica = useReplica();
  const rejections = useRejections();
  const task = useTask(args.id);
  const live = useCollections();
  const collection = (id: string) => live.find((one) => one.id === id) ?? replica.collection(id);
  return {
    task: () => task,
    collection,
    collectionName: (id) => collection(id)?.name ?? refusedName(rejections, id),
  };
}

function refusedName(rejections: readonly Rejection[], id: string): string | undefined {
  for (const { mutation } of rejections) {
    if (mutation.name === 'collection.add' && mutation.args.id === id) return mutation.args.name;
  }
  return undefined;
}

/** Settles one refused change. */
export function useSettle({ mutation }: Rejection) {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const lookup = useLookup(mutation);

  const discard = () => replica.discardRejection(mutation.id);

  /** Sends it again the given way. It leaves this list only once the new one is safe on the device. */
  const go = async (way: WayOn, collectionId: string, button: HTMLElement) => {
    const heir = heirsOf(button);
    const steps = stepsOf(way, mutation, lookup, collectionId, Date.now());
    if (!(await mutateTogether(steps, 'Sent again'))) return;
    await discard();
    heir()?.focus();
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asText(describeMutation(mutation, lookup)));
      notifySuccess('Copied');
    } catch {
      // Browsers refuse it without permission, or on a page that is not secure.
      notifyError('The browser does not allow copying here. Select the text instead.');
    }
  };

  const askToDiscard = () =>
    ask({
      title: 'Discard this change?',
      description: `${describeMutation(mutation, lookup).title}: it will be gone for good.`,
      confirm: 'Discard',
      onConfirm: () => void discard(),
    });

  return { lookup, go, copy, askToDiscard };
}
