import type { Mutation } from '#src/mutators/index.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections, useRejections, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { copyText } from './copy-text.ts';
import { describeMutation, type Lookup } from './describe-mutation.ts';
import { withHeldRows } from './held-rows.ts';
import { lookupIn } from './lookup.ts';
import { addBefore, isSentAfter, stepsOf, resolutionOf, type Resolution } from './resolutions.ts';
import { renamed } from './taken-names.ts';

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
  return lookupIn(replica);
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
    { mutation, setBack }: Rejection,
    resolution: Resolution,
    { collectionId = '', name }: Choice,
    success: string | null,
  ) => {
    const wanted = name === undefined ? mutation : renamed(mutation, name);
    // What was lost is sent as of when it was done.
    const at = setBack ? mutation.args.at : Date.now();
    return mutateTogether(stepsOf(resolution, wanted, lookup, collectionId, at), success);
  };

  /** Sends it again by the given resolution, and then what came after it. */
  const go = async (resolution: Resolution, choice: Choice, control: HTMLElement) => {
    const heir = heirsOf(control);
    const later = replica.rejections().filter(({ mutation: other }) => isSentAfter(mutation, other, lookup));
    if (!(await send(rejection, resolution, choice, 'Sent again'))) return;
    await replica.discardRejection(mutation.id);
    // They go together, as they may be hundreds: the list would be drawn anew for each that leaves it.
    const safe = await Promise.all(
      later.map(
        // One that moved the task to a collection that is gone waits for the user to choose another.
        async (follower) =>
          resolutionOf(follower, lookup) === 'again' && (await send(follower, 'again', choice, null)),
      ),
    );
    await replica.discardRejection(
      ...later.filter((_, index) => safe[index]).map(({ mutation }) => mutation.id),
    );
    heir()?.focus();
  };

  const copy = () => copyText(withHeldRows(mutation, lookup, today));

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
