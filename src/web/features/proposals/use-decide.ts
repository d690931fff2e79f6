import { useState } from 'react';
import { SunglowError } from '#src/domain/errors.ts';
import type { ProposalItem } from '#src/reading/proposals/items.ts';
import type { Rows } from '#src/tables/tables.ts';
import { failureText } from '#src/web/data/failure-texts.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { undo } from '#src/web/data/undo.ts';
import { notifyDone, notifyError } from '#src/web/feedback/notifications.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { takenBackText } from '#src/web/tasks/history/taken-back-text.ts';
import { acceptItems, declineItems, takeItemsBack } from './decide.ts';

type IsWanted = (item: ProposalItem) => boolean;

const ALL: IsWanted = () => true;

/** The decisions on a proposal, each one change for Undo. */
export function useDecide(proposal: Rows['proposal']) {
  const replica = useReplica();
  const [isBusy, setBusy] = useState(false);
  const offer = (entryId: string | null) =>
    entryId === null ? null : { entryId, run: () => void undo(replica, entryId) };
  const run = async (decide: () => Promise<void>) => {
    setBusy(true);
    try {
      await decide();
    } catch (error) {
      if (!(error instanceof SunglowError)) throw error;
      notifyError(failureText('proposal.decide', error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    accept: (isWanted: IsWanted = ALL) =>
      void run(async () => {
        const { done, left, entryId } = await acceptItems(replica, proposal, isWanted);
        const stay =
          left.length === 0
            ? ''
            : `${formatCount(left.length)} cannot be accepted as ${left.length === 1 ? 'it is' : 'they are'}.`;
        if (done === 0) notifyError(stay === '' ? 'Nothing is left to accept.' : `Nothing accepted: ${stay}`);
        else notifyDone(done === 1 ? 'Change accepted' : `${formatCount(done)} changes accepted`, stay || proposal.name, offer(entryId)); // prettier-ignore
      }),
    decline: (isWanted: IsWanted = ALL) =>
      void run(async () =>
        notifyDone('Declined', proposal.name, offer(await declineItems(replica, proposal, isWanted))),
      ),
    takeBack: (isWanted: IsWanted = ALL) =>
      void run(async () => {
        const took = await takeItemsBack(replica, proposal, isWanted);
        const { done, stays } = takenBackText(took);
        notifyDone(done, stays || proposal.name, offer(took.entryId));
      }),
  };
}
