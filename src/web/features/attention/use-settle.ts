import type { Mutation } from '#src/tables/operations.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections, useRejections, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { describeMutation, type Lookup } from './describe-mutation.ts';
import { withHeldRows } from './held-rows.ts';
import { lookupIn } from './lookup.ts';
import { addBefore, isSentAfter, stepsOf, resolutionOf, type Resolution } from './resolutions.ts';
import { renamed } from './taken-names.ts';

/** The user's choices for the resolution. */
interface Choice {
  readonly collectionId?: string;
  readonly name?: string;
}

/** The lookup of the rows that a mutation names. */
function useLookup({ args }: Mutation): Lookup {
  'use no memo';
  const replica = useReplica();
  // A change of one of these renders the component again, with a new lookup.
  useTask(args.id);
  useCollections();
  useRejections();
  return lookupIn(replica);
}

/** Settles a rejected change; for the addition of a task or collection, also its later changes. */
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

  /** Resolves to true when the new change is safe on the device; only then may the old one leave the list. */
  const send = (
    { mutation, setBack }: Rejection,
    resolution: Resolution,
    { collectionId = '', name }: Choice,
    success: string | null,
  ) => {
    const wanted = name === undefined ? mutation : renamed(mutation, name);
    // A lost change is sent with its original time.
    const at = setBack ? mutation.args.at : Date.now();
    return mutateTogether(stepsOf(resolution, wanted, lookup, collectionId, at), success);
  };

  /** Sends it again by the given resolution, and then its followers. */
  const go = async (resolution: Resolution, choice: Choice, control: HTMLElement) => {
    const heir = heirsOf(control);
    const later = replica.rejections().filter(({ mutation: other }) => isSentAfter(mutation, other, lookup));
    if (!(await send(rejection, resolution, choice, 'Sent again'))) return;
    await replica.discardRejection(mutation.id);
    // All at once, since there may be hundreds: otherwise the list would render for each.
    const safe = await Promise.all(
      later.map(
        // A follower that moved the task to a deleted collection waits for the user's choice.
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
      description: `${description.title}${later}: this cannot be undone.`,
      confirm: 'Discard',
      onConfirm: () => void discard(),
    });
  };

  return { lookup, description, go, copy, askToDiscard };
}
