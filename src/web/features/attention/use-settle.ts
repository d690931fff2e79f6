import type { Rows, TableName } from '#src/domain/schema/index.ts';
import { isErased } from '#src/domain/schema/row.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { NamedTable } from '#src/mutators/named.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { notifyError, notifySuccess } from '#src/web/feedback/notifications.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { rejectedAdd } from '#src/web/data/rejected-add.ts';
import { useCollections, useRejections, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { describeMutation, type Lookup } from './describe-mutation.ts';
import { isOfPurged, withHeldRows } from './held-rows.ts';
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
  return {
    task: (id) => kept('task', replica.get('task', id)),
    collection: (id) => kept('collection', replica.get('collection', id)),
    get: (table, id) => kept(table, replica.get(table, id)),
    rows: (table) => [...replica.rows(table)].filter((row) => !isErased(table, row)),
    rejectedAdd: (id) => rejectedAdd(replica.rejections(), id),
    isPurged: (id) =>
      replica.rejections().some((other) => isOfPurged(other) && other.mutation.args.id === id),
    named: (table, wanted, collectionId) =>
      rowsOf(replica, table, collectionId).find(({ name }) => name === wanted)?.id,
  };
}

/** The row, unless its text is gone: this device was away when it was deleted, and has nothing of it to add again. */
function kept<T extends TableName>(table: T, row: Rows[T] | undefined): Rows[T] | undefined {
  return row && isErased(table, row) ? undefined : row;
}

/** Those that are there; sections of a collection. */
function rowsOf(replica: Replica, table: NamedTable, collectionId = ''): readonly Rows[NamedTable][] {
  if (table === 'collection') return replica.lists.collections.all();
  const ids = table === 'label' ? replica.lists.labels() : replica.lists.sections.in(collectionId);
  return ids.flatMap((id) => replica.get(table, id) ?? []);
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
    resolution: Resolution,
    { collectionId = '', name }: Choice,
    success: string | null,
  ) => {
    const wanted = name === undefined ? mutation : renamed(mutation, name);
    return mutateTogether(stepsOf(resolution, wanted, lookup, collectionId, Date.now()), success);
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
