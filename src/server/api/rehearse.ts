import { isRecord } from '#src/domain/is-record.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { KeptItem } from '#src/reading/proposals/items.ts';
import type { Pushed } from '#src/sync/server/push.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { programOf, type TokenCall } from './endpoint.ts';
import { hiddenNamesIn, withHidden, withoutHidden, type HiddenNames } from './hidden-names.ts';
import { ApiProblem } from './problem.ts';
import { throwRejection } from './write.ts';

interface Entry {
  readonly operation: string;
  readonly changes: string;
}

/** Ends a rehearsal, so that nothing of it is kept. */
class Rehearsed extends Error {
  readonly pushed: Pushed;
  readonly entries: readonly Entry[];

  constructor(pushed: Pushed, entries: readonly Entry[]) {
    super('Nothing of a rehearsal is kept.');
    this.pushed = pushed;
    this.entries = entries;
  }
}

/**
 * The mutations as items of a proposal, with the changes of rows that each makes. They are done and taken back in one
 * transaction, so that a proposal has passed the rules of a write. Throws an ApiProblem for one that is rejected, that
 * the token does not reach, or that changes nothing.
 */
export async function rehearse(
  call: TokenCall,
  mutations: readonly Mutation[],
): Promise<readonly KeptItem[]> {
  const { hub, token, database, spaceId, reach } = call;
  const hidden = await database.snapshot((tx) => hiddenNamesIn(tx, spaceId, reach, mutations));
  try {
    await hub.change(programOf(token), withoutHidden(mutations, hidden), async (tx, pushed, written) => {
      throwRejection(pushed.patch.outcomes, reach);
      await reach.checkWritten(tx, spaceId, written);
      const entries = await tx
        .selectFrom('history')
        .select(['operation', 'changes'])
        .where('space_id', '=', spaceId)
        .where('version', '=', pushed.patch.from + 1)
        .orderBy('step')
        .execute();
      throw new Rehearsed(pushed, entries);
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
    call.afterWrite(error.pushed);
    return itemsOf(mutations, error.entries, hidden);
  }
  throw new Error('The rehearsal of a proposal was not ended, so its changes may have been made.');
}

/** An operation without an entry has changed nothing. The entries have the order of the operations. */
function itemsOf(
  mutations: readonly Mutation[],
  entries: readonly Entry[],
  hidden: HiddenNames,
): readonly KeptItem[] {
  return mutations.map(({ id, name, args }, place) => {
    const entry = entries[place];
    const rows = entry ? withHidden(JSON.parse(entry.changes) as RowHistory[], hidden) : [];
    if (entry?.operation !== name || !rows.some((row) => row.id === args.id))
      throw new ApiProblem('INVALID_VALUE', `Operation ${place} (${name}) changes nothing.`, {
        operation: place,
      });
    return { id, name, args: narrowed(args, rows), rows };
  });
}

/**
 * The arguments without fields that had their value already. Accepting them would set these back over a change that the
 * user makes meanwhile, or that another item was declined for.
 */
function narrowed(args: Mutation['args'], rows: readonly RowHistory[]): object {
  if (!('changes' in args) || !isRecord(args.changes)) return args;
  const after = rows.find((row) => row.id === args.id)?.after ?? {};
  const changes = Object.entries(args.changes).filter(([field]) => Object.hasOwn(after, field));
  return changes.length === 0 ? args : { ...args, changes: Object.fromEntries(changes) };
}
