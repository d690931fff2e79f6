import type { Transaction } from 'kysely';
import { z } from 'zod';
import { LIMITS } from '#src/domain/limits.ts';
import { isUndecided, itemsOf } from '#src/reading/proposals/items.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import type { Value } from '#src/tables/kit/column.ts';
import { MUTATORS, type MutatorName } from '#src/tables/operations.ts';
import type { Rows } from '#src/tables/tables.ts';
import { endpoint, type Call, type Endpoint, type TokenCall } from './endpoint.ts';
import { cursorAfter, idIn, pageOf, pageQuery } from './pages.ts';
import { ApiProblem, PROBLEM_CODES, statusOf } from './problem.ts';
import { MOST_DAYS, propose, type NewOperation } from './propose.ts';
import { lineSchema, planLine } from './quick-add.ts';
import { Reach } from './reach.ts';
import { withOneInbox } from './tasks.ts';
import { readUserContext } from './user-context.ts';
import { write, writtenOne } from './write.ts';

type Tx = Transaction<Database>;
type Proposal = Rows['proposal'];

/** The operations that can be proposed: neither those on proposals, nor those that nothing takes back. */
const NAMES = (Object.keys(MUTATORS) as MutatorName[]).filter(
  (name) => !name.startsWith('proposal.') && !name.endsWith('.purge'),
) as [MutatorName, ...MutatorName[]];

const operationItem = z.strictObject({
  name: z.enum(NAMES),
  args: z.record(z.string(), z.unknown()).describe('Without `at`, now.'),
  was: z
    .record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())]))
    .optional()
    .describe('Values of the row as you have read them. The proposal is rejected when it has others.'),
});
const lineItem = z.strictObject({ text: lineSchema });
type NewItem = z.infer<typeof operationItem> | z.infer<typeof lineItem>;

const values = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export const proposalSchema = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    reason: z.string(),
    /** The name of the token that made it. */
    source: z.string(),
    createdAt: z.int(),
    expiresAt: z.int(),
    state: z.enum(['open', 'decided', 'expired']),
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        state: z.enum(['open', 'accepted', 'declined']),
        name: z.string(),
        args: z.record(z.string(), z.unknown()),
        changes: z.array(
          z.strictObject({ table: z.string(), id: z.string(), before: values.nullable(), after: values }),
        ),
      }),
    ),
  })
  .meta({ id: 'Proposal' });

/** A proposal as the API tells it. */
export function toldProposal(proposal: Proposal, now: number): z.infer<typeof proposalSchema> {
  const { id, name: title, reason, program: source, createdAt, expiresAt } = proposal;
  const items = itemsOf(proposal);
  const isOpen = items.some(({ state }) => state === 'open');
  return {
    id,
    title,
    reason,
    source,
    createdAt,
    expiresAt,
    state: isUndecided(proposal, now) ? 'open' : isOpen ? 'expired' : 'decided',
    items: items.map(({ id, state, name, args, rows }) => ({
      id,
      state,
      name,
      args: args as Record<string, unknown>,
      changes: rows.map(({ table, id, before, after }) => ({
        table,
        id,
        before: before as Record<string, Value> | null,
        after: after as Record<string, Value>,
      })),
    })),
  };
}

/** A token of some collections reads its own proposals alone, since others may be about any row. */
function isReached({ tokenId }: Proposal, { reach, token }: TokenCall): boolean {
  return reach.isAll || tokenId === token.id;
}

/** The undeleted proposals that a token reaches, by id. */
export async function proposalsFor(tx: Tx, call: TokenCall, after: string, limit: number) {
  const rows = await tx
    .selectFrom('proposal' as 'label')
    .select(rowOf('proposal'))
    .where('space_id', '=', call.spaceId)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  const found = rows as unknown as readonly Proposal[];
  return {
    proposals: found.filter((proposal) => isReached(proposal, call)),
    last: found.length < limit ? null : (found.at(-1)?.id ?? null),
  };
}

/** The proposal of the call. Throws NOT_FOUND for an unknown one, and for one that the token does not reach. */
async function proposalOf(tx: Tx, call: Call): Promise<Proposal> {
  const row = await tx
    .selectFrom('proposal' as 'label')
    .select(rowOf('proposal'))
    .where('space_id', '=', call.spaceId)
    .where('id', '=', call.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const proposal = row as unknown as Proposal | undefined;
  if (!proposal || !isReached(proposal, call)) throw new ApiProblem('NOT_FOUND');
  return proposal;
}

/** The operations of new items, in their order. */
async function operationsOf(tx: Tx, call: Call, items: readonly NewItem[]): Promise<readonly NewOperation[]> {
  const { reach, now } = call;
  const isLine = items.some((item) => 'text' in item);
  const context = isLine ? await readUserContext(tx, call.spaceId, reach, now) : null;
  const operations: NewOperation[] = [];
  for (const [place, item] of items.entries()) {
    if ('text' in item) {
      const stamp = call.stamp.part(place);
      if (context) operations.push(...planLine(item.text, context, { reach, now, stamp }, stamp.rowId(0)));
      continue;
    }
    const { name, args, was } = item;
    // The arguments are checked when the operation becomes a mutation.
    operations.push({ name, args: { at: now, ...args }, was } as unknown as NewOperation);
  }
  return withOneInbox(operations);
}

export const proposalEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/proposals',
    name: 'listProposals',
    summary:
      'Lists proposals with the decisions on their items, in the order of their ids. A decided or expired one is kept for 30 days, if there is room.',
    scope: 'read',
    query: z.strictObject(pageQuery),
    status: 200,
    output: pageOf(proposalSchema),
    errors: ['WRONG_CURSOR'],
    run: (call) =>
      call.database.snapshot(async (tx) => {
        const { query, now } = call;
        const { proposals, last } = await proposalsFor(tx, call, idIn(query.cursor), query.limit);
        return {
          items: proposals.map((each) => toldProposal(each, now)),
          next: last && cursorAfter(last),
        };
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/proposals/{id}',
    name: 'getProposal',
    summary: 'Tells one proposal, with the decision on each item.',
    scope: 'read',
    status: 200,
    output: proposalSchema,
    errors: [],
    run: (call) => call.database.snapshot(async (tx) => toldProposal(await proposalOf(tx, call), call.now)),
  }),
  endpoint({
    method: 'POST',
    path: '/proposals',
    name: 'addProposal',
    summary:
      'Proposes changes to the user, who accepts or declines each. An item is an operation, or a line that adds a task. It is rejected if the changes cannot be made now. The same request without a key is one proposal while it is open.',
    scope: 'propose',
    body: z.strictObject({
      title: z.string().trim().min(1).max(LIMITS.proposalName).describe('The changes in a few words.'),
      reason: z.string().max(LIMITS.proposalReason).default('').describe('Why the user should want them.'),
      expiresAt: z.int().optional().describe(`Within ${MOST_DAYS} days; by default in 7 days.`),
      items: z
        .array(z.union([operationItem, lineItem]))
        .min(1)
        .max(LIMITS.itemsOfProposal),
    }),
    status: 201,
    output: writtenOne,
    errors: PROBLEM_CODES.filter((code) => statusOf(code) === 409),
    run: async (call) => {
      const { id, version } = await propose(call, call.body, (tx) => operationsOf(tx, call, call.body.items));
      return { id, version };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/proposals/{id}',
    name: 'deleteProposal',
    summary: 'Withdraws a proposal. Accepted changes stay.',
    scope: 'propose',
    status: 200,
    output: writtenOne,
    errors: [],
    run: async (call) => ({
      id: call.id,
      version: await write({ ...call, reach: new Reach({ collections: null }) }, async (tx) => {
        const { id, tokenId } = await proposalOf(tx, call);
        const { token, reach } = call;
        if (tokenId !== token.id && !(token.scope === 'write' && reach.isAll))
          throw new ApiProblem('NOT_FOUND');
        return [{ name: 'proposal.delete', args: { id, at: call.now } }];
      }),
    }),
  }),
];
