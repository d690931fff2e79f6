import { MutationRejected } from '#src/domain/errors.ts';
import { idSetOf, type IdSet } from '#src/domain/id-set.ts';
import { takeBack } from '#src/reading/history/take-back.ts';
import { acceptanceOf, changesMadeBy, obstacleTo } from '#src/reading/proposals/acceptance.ts';
import { itemsOf, type ProposalItem } from '#src/reading/proposals/items.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { doOperations, type TookBack } from '#src/web/data/take-back.ts';

type Proposal = Rows['proposal'];

export interface Accepted {
  /** How many items were accepted. */
  readonly done: number;
  /** The items that stay open, since something keeps them from being accepted. */
  readonly left: readonly ProposalItem[];
  /** The change that undoes it; null when nothing was accepted. */
  readonly entryId: string | null;
}

/**
 * Accepts these items now: the operation of each is done as one of this device, under the id of the item, so that devices
 * that accept it at once do it once (rule M2). An item whose rows have changed since stays open (rule M3). Rejects with
 * StorageFailed when the device is full.
 */
export async function acceptItems(
  replica: Replica,
  proposal: Proposal,
  isWanted: (item: ProposalItem) => boolean,
): Promise<Accepted> {
  // Before all rows are read, a row may seem to be gone.
  await replica.whenAll();
  const operations: Operation[] = [];
  const inverse: Operation[] = [];
  const saves: Promise<void>[] = [];
  const accepted: ProposalItem[] = [];
  const left: ProposalItem[] = [];
  const run = (operation: Operation, id?: string) => {
    const undoing = inverseOf(operation, replica);
    saves.push(replica.mutate(operation.name, operation.args, undefined, id));
    operations.push(operation);
    if (undoing) inverse.unshift(undoing);
  };
  const find = findIn(replica);
  const at = Date.now();
  for (const item of itemsOf(proposal).filter((each) => each.state === 'open' && isWanted(each))) {
    try {
      if (obstacleTo(item, find) !== null) {
        left.push(item);
        continue;
      }
      for (const operation of acceptanceOf(item, find, at))
        run(operation, item.isUsed || operation.name !== item.name ? undefined : item.id);
      accepted.push(item);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
      left.push(item);
    }
  }
  const again = accepted.filter(({ isUsed }) => isUsed);
  if (accepted.length > 0) run(decision(proposal, { accept: setOf(accepted), reopen: setOf(again) }));
  const saved = Promise.all(saves);
  const remembered = replica.history.remember(operations, inverse, saved);
  await saved;
  return { done: accepted.length, left, entryId: await remembered };
}

/** Declines the open items among these. Resolves to the change that undoes it. */
export function declineItems(
  replica: Replica,
  proposal: Proposal,
  isWanted: (item: ProposalItem) => boolean,
): Promise<string | null> {
  const open = itemsOf(proposal).filter((each) => each.state === 'open' && isWanted(each));
  return replica.history.do([decision(proposal, { decline: setOf(open) })]);
}

/**
 * Takes back the accepted items among these, the last one first. They count as declined then. A column that has another
 * value by now stays (rule H2). Rejects with StorageFailed when the device is full.
 */
export async function takeItemsBack(
  replica: Replica,
  proposal: Proposal,
  isWanted: (item: ProposalItem) => boolean,
): Promise<TookBack> {
  await replica.whenAll();
  const items = itemsOf(proposal).filter((each) => each.state === 'accepted' && isWanted(each));
  const find = findIn(replica);
  const changes = items.toReversed().flatMap((item) => changesMadeBy(item, find).toReversed());
  const { operations, kept } = takeBack(changes, find, Date.now());
  const decided = decision(proposal, { reopen: setOf(items), decline: setOf(items) });
  return { ...(await doOperations(replica, [...operations, decided], () => {})), kept };
}

function setOf(items: readonly ProposalItem[]): IdSet {
  return idSetOf(items.map(({ id }) => id));
}

function decision(
  { id }: Proposal,
  sets: Readonly<Partial<Record<'accept' | 'decline' | 'reopen', string>>>,
): Operation {
  return { name: 'proposal.decide', args: { id, ...sets, at: Date.now() } };
}

export function findIn(replica: Replica): FindRow {
  return (table, id) => replica.get(table, id);
}
