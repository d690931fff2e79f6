import { useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { inSendingOrder, standingOf } from '#src/sync/client/set-back/standing.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { failureText } from '#src/web/data/failure-texts.ts';
import { tableOf } from '#src/web/words/verbs.ts';
import { doInSlices } from '#src/web/data/do-in-slices.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useRejections } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { undo } from '#src/web/data/undo.ts';
import { notifyDone, notifyError } from '#src/web/feedback/notifications.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { copyText } from '#src/web/tasks/copy-text.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { withHeldRows } from './held-rows.ts';
import { lookupIn } from './lookup.ts';
import { addBefore, stepsOf } from './resolutions.ts';

interface Attention {
  /** The changes that the server lost, and can take again unchanged. */
  readonly lost: readonly Rejection[];
  /** The changes that need a decision of the user. */
  readonly others: readonly Rejection[];
  /** Called with lost changes that could not be sent again unchanged. */
  readonly onRejected: (mutationIds: readonly string[]) => void;
}

/** The rejected changes, by the decision that they need. */
export function useAttention(): Attention {
  'use no memo';
  const replica = useReplica();
  const rejections = useRejections();
  const [rejectedIds, setRejectedIds] = useState<ReadonlySet<string>>(new Set());
  const lost = rejections.filter(
    (each) => standingIn(replica, each) === 'open' && !rejectedIds.has(each.mutation.id),
  );
  const isLost = new Set(lost);
  // A change that holds now is on its way to the server, and leaves the list with the answer.
  const others = rejections.filter((each) => !isLost.has(each) && standingIn(replica, each) !== 'done');
  const onRejected = (ids: readonly string[]) => setRejectedIds(new Set([...rejectedIds, ...ids]));
  return { lost, others, onRejected };
}

/** The actions on changes that the server lost. */
export function useSendAgain({ lost, onRejected }: Pick<Attention, 'lost' | 'onRejected'>) {
  const replica = useReplica();
  const today = useToday();
  const lookup = lookupIn(replica);
  const [isSending, setSending] = useState(false);

  /** Later changes of the rows to add again, which were rejected for lack of them. */
  const followers = () => {
    const ids = new Set(lost.map(({ mutation }) => mutation.id));
    return replica
      .rejections()
      .filter(({ mutation, setBack }) => !setBack && ids.has(addBefore(mutation, lookup)?.id ?? ''));
  };

  const send = async (control: HTMLElement) => {
    const heir = heirsOf(control);
    const steps = new Map<Rejection, readonly Operation[]>();
    for (const each of inSendingOrder(lost)) {
      const { name, args } = each.mutation;
      steps.set(each, [{ name, args } as Operation]);
    }
    for (const each of followers()) steps.set(each, stepsOf('again', each.mutation, lookup, '', Date.now()));
    setSending(true);
    try {
      const { rejected, entryId } = await doInSlices(replica, steps.values(), () => {});
      const isDone = (each: Rejection) => !rejected.has(steps.get(each) ?? []);
      const left = lost.filter((each) => !isDone(each));
      const settled = [...steps.keys()].filter(isDone);
      await replica.discardRejection(...settled.map(({ mutation }) => mutation.id));
      if (left.length > 0) onRejected(left.map(({ mutation }) => mutation.id));
      const offer = entryId === null ? null : { entryId, run: () => void undo(replica, entryId) };
      notifyDone('Sent again', '', offer);
      heir()?.focus();
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      notifyError(failureText('task.add', error));
    } finally {
      setSending(false);
    }
  };

  const copy = () => copyText(lost.map(({ mutation }) => withHeldRows(mutation, lookup, today)).join('\n\n'));

  const askToDiscard = () =>
    ask({
      title: lost.length === 1 ? 'Discard this change?' : `Discard ${formatCount(lost.length)} changes?`,
      description: 'The server has lost them, and this device deletes them for good.',
      confirm: 'Discard',
      onConfirm: () =>
        void replica.discardRejection(...[...lost, ...followers()].map(({ mutation }) => mutation.id)),
    });

  return { lookup, isSending, send, copy, askToDiscard };
}

function standingIn(replica: Replica, rejection: Rejection) {
  const { name, args } = rejection.mutation;
  return standingOf(rejection, replica.get(tableOf(name), args.id));
}
