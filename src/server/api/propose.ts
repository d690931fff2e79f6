import type { Transaction } from 'kysely';
import { LIMITS } from '#src/domain/limits.ts';
import { isUndecided, itemsOf, textOfItems, type KeptItem } from '#src/reading/proposals/items.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readTasks } from '#src/server/rows/user-tasks.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { requireBelieved, type Believed } from './believed.ts';
import type { TokenCall, WriteCall } from './endpoint.ts';
import { TASK_COLUMNS } from './find-tasks.ts';
import { ApiProblem } from './problem.ts';
import { Reach } from './reach.ts';
import { rehearse } from './rehearse.ts';
import { liveRows } from './user-context.ts';
import { mutationsOf, versionOf, write } from './write.ts';

type Proposal = Rows['proposal'];

const DAY_MS = 86_400_000;

/** The days that a proposal waits for its user, without another wish, and at most. */
const USUAL_DAYS = 7;
export const MOST_DAYS = 30;

/** How long a proposal is kept once it is decided or expired, so that its program reads the decisions. */
const KEPT_MS = 30 * DAY_MS;

/** The ids of items are apart from those of the rows that they add. */
const ITEMS = 1_000_000;

export interface ProposalHead {
  readonly title: string;
  readonly reason: string;
  /** Ms since 1970 UTC. */
  readonly expiresAt?: number | undefined;
}

/** An operation to propose. `was`: the values that its row must have now. */
export type NewOperation = Operation & { readonly was?: Believed | undefined };

export interface Proposed {
  readonly id: string;
  readonly version: number;
  /** The open proposal that the request repeats. */
  readonly repeated?: Proposal | undefined;
}

/**
 * Proposes the operations of a plan to the user, instead of doing them. The same request again is the proposal that is
 * there, while the user decides on it and its rows are the same.
 */
export async function propose(
  call: WriteCall,
  { title, reason, expiresAt = call.now + USUAL_DAYS * DAY_MS }: ProposalHead,
  plan: (tx: Transaction<Database>) => Promise<readonly NewOperation[]>,
): Promise<Proposed> {
  const { database, spaceId, stamp, reach, token, now } = call;
  if (expiresAt <= now || expiresAt > now + MOST_DAYS * DAY_MS)
    throw new ApiProblem('INVALID_VALUE', `expiresAt: within ${MOST_DAYS} days from now.`, {
      field: 'expiresAt',
    });
  const id = stamp.requestId();
  await call.beforeWrite();
  const planned = await database.snapshot(async (tx) => {
    const done = await stamp.earlier(tx, spaceId, Number.MAX_SAFE_INTEGER);
    if (done) return versionOf(done);
    const operations = await plan(tx);
    const mutations = mutationsOf(operations, (n) => stamp.rowId(ITEMS + n));
    if (mutations.length === 0) throw new ApiProblem('INVALID_VALUE', 'The proposal changes nothing.');
    if (mutations.length > LIMITS.itemsOfProposal)
      throw new ApiProblem('INVALID_VALUE', `A proposal has ${LIMITS.itemsOfProposal} operations at most.`);
    await reach.checkNamed(tx, spaceId, mutations);
    // The answer to a guess would tell values of rows that the token does not reach, so this comes last.
    for (const [place, mutation] of mutations.entries()) {
      const was = operations[place]?.was;
      if (was) await requireValues(tx, call, mutation, was);
    }
    return mutations;
  });
  if (typeof planned === 'number') return { id, version: planned };
  const rehearsed = await rehearse(call, planned);
  const items = textOfItems(rehearsed);
  if (items.length > LIMITS.proposalItems)
    throw new ApiProblem('INVALID_VALUE', 'The operations of the proposal are too long.');
  let repeated: Proposal | undefined;
  // The proposal itself belongs to no collection. Its operations have been checked.
  const version = await write({ ...call, reach: new Reach({ collections: null }) }, async (tx) => {
    const proposals = await liveRows(tx, spaceId, 'proposal');
    repeated = proposals.find((each) => isRepeated(each, call, rehearsed));
    if (repeated) return [];
    const args = {
      id,
      name: title,
      reason,
      program: token.name,
      tokenId: token.id,
      expiresAt,
      items,
      at: now,
    };
    return [...roomIn(proposals, now), { name: 'proposal.add', args }];
  });
  return { id: repeated?.id ?? id, version, repeated };
}

/** True for an open proposal of the same request. Once a row has another value, its item cannot be accepted any more. */
function isRepeated(
  proposal: Proposal,
  { stamp, token, now }: WriteCall,
  items: readonly KeptItem[],
): boolean {
  return (
    proposal.tokenId === token.id &&
    stamp.repeats(proposal.id) &&
    isUndecided(proposal, now) &&
    valuesBefore(itemsOf(proposal)) === valuesBefore(items)
  );
}

function valuesBefore(items: readonly KeptItem[]): string {
  return JSON.stringify(items.map(({ rows }) => rows.map(({ table, before }) => [table, before])));
}

/** Throws CHANGED_SINCE unless the row of a mutation has these values. */
async function requireValues(
  tx: Transaction<Database>,
  { spaceId }: Pick<TokenCall, 'spaceId'>,
  { name, args: { id } }: Mutation,
  was: Believed,
): Promise<void> {
  const [table, what] = name.split('.') as [TableName, string];
  // The id of an addition may be that of a row which the token does not reach, so no row is read for it.
  const row = what === 'add' ? undefined : await toldRowWithId(tx, spaceId, table, id);
  requireBelieved(table, id, row, was);
}

/** The row, deleted or not. A task has the collection that the API tells. */
async function toldRowWithId(
  tx: Transaction<Database>,
  spaceId: SpaceId,
  table: TableName,
  id: string,
): Promise<object | undefined> {
  const task = table === 'task' ? (await readTasks(tx, spaceId, [id], TASK_COLUMNS)).get(id) : undefined;
  return (
    task ??
    tx
      .selectFrom(table as 'label')
      .select(rowOf(table))
      .where('space_id', '=', spaceId)
      .where('id', '=', id)
      .executeTakeFirst()
  );
}

/** Deletes proposals that are over: those of long ago, and as many more as a new one needs. */
function roomIn(proposals: readonly Proposal[], now: number): readonly Operation[] {
  const over = proposals
    .filter((proposal) => !isUndecided(proposal, now))
    .toSorted((a, b) => a.createdAt - b.createdAt);
  const missing = proposals.length + 1 - LIMITS.proposals;
  return over
    .filter(({ createdAt }, place) => place < missing || createdAt < now - KEPT_MS)
    .map(({ id }) => ({ name: 'proposal.delete', args: { id, at: now } }));
}
