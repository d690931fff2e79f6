import { hasId, ID_SET_LENGTH, idSetOf, idsIn, type IdSet } from '#src/domain/id-set.ts';
import { fields, type Parsed } from '#src/tables/kit/args.ts';
import { id, ids, instant } from '#src/tables/kit/column.ts';
import { liveRow } from '#src/tables/kit/live-rows.ts';
import { isSameRow } from '#src/tables/kit/row.ts';
import { rowOperations } from '#src/tables/kit/row-operations.ts';
import type { Call, Mutator } from '#src/tables/kit/tx.ts';
import type { Rows } from '#src/tables/tables.ts';

const decideArgs = fields({ id: id(), accept: ids(), decline: ids(), reopen: ids(), at: instant() });
type DecideArgs = Parsed<typeof decideArgs>;
type Decisions = Pick<Rows['proposal'], 'accepted' | 'declined' | 'used'>;

/**
 * Opens items again, then accepts and declines items. An accepted item is not declined, since its change is made: it is
 * opened in the same operation, or stays. So two devices that decide at once lose no acceptance. An item that was
 * accepted before, and is not any more, is accepted only when it is opened in the same operation: a device that did not
 * know of that acceptance pushes the change under the used id of the item, so that the server does not do it again.
 * No change for a proposal that is gone, or for more items than one has.
 */
const decide: Mutator<DecideArgs, Call<'proposal.decide', DecideArgs>> = {
  args: decideArgs,
  reads: ({ id }) => [{ table: 'proposal', id }],
  run(tx, args) {
    const row = liveRow(tx, 'proposal', args.id);
    if (!row) return;
    const decided = { ...row, ...decisionsAfter(row, args) };
    const { accepted, declined, used } = decided;
    if (!isSameRow(row, decided) && Math.max(accepted.length, declined.length, used.length) <= ID_SET_LENGTH)
      tx.set('proposal', decided);
  },
  inverse(rows, args) {
    const row = liveRow(rows, 'proposal', args.id);
    if (!row) return null;
    const { id, accept, decline, reopen, at } = args;
    const after = decisionsAfter(row, args);
    const changed = idsIn(union(accept, decline, reopen)).filter(
      (item) =>
        hasId(row.accepted, item) !== hasId(after.accepted, item) ||
        hasId(row.declined, item) !== hasId(after.declined, item),
    );
    if (changed.length === 0) return null;
    const those = (is: (item: string) => boolean) => idSetOf(changed.filter(is));
    return {
      name: 'proposal.decide',
      args: {
        id,
        accept: those((item) => hasId(row.accepted, item)),
        decline: those((item) => hasId(row.declined, item)),
        reopen: idSetOf(changed),
        at,
      },
    };
  },
};

function decisionsAfter(
  row: Decisions,
  { accept = '', decline = '', reopen = '' }: Omit<DecideArgs, 'id' | 'at'>,
): Decisions {
  const isTakenBack = (item: string) =>
    hasId(row.used, item) && !hasId(row.accepted, item) && !hasId(reopen, item);
  const added = idSetOf(idsIn(accept).filter((item) => !isTakenBack(item)));
  const accepted = union(without(row.accepted, reopen), added);
  return {
    accepted,
    declined: without(union(without(row.declined, reopen), decline), accepted),
    used: union(row.used, added),
  };
}

function union(...sets: readonly (IdSet | undefined)[]): IdSet {
  return idSetOf(sets.flatMap((set = '') => idsIn(set)));
}

function without(set: IdSet, others: IdSet): IdSet {
  return idSetOf(idsIn(set).filter((each) => !hasId(others, each)));
}

export const proposalOperations = { ...rowOperations('proposal'), 'proposal.decide': decide };
