import { itemsOf } from '#src/reading/proposals/items.ts';
import { requireScope } from '#src/server/api/door.ts';
import type { TokenCall, WriteCall } from '#src/server/api/endpoint.ts';
import { propose } from '#src/server/api/propose.ts';
import { Stamp } from '#src/server/api/stamp.ts';
import { writeAsBelieved, type Plan } from '#src/server/api/write.ts';
import type { Rows } from '#src/tables/tables.ts';

/** The arguments that every tool which writes takes. */
export interface WriteArgs {
  readonly title?: string | undefined;
  readonly reason?: string | undefined;
  readonly key?: string | undefined;
}

export interface WriteOutcome {
  readonly outcome: 'done' | 'proposed';
  /** The id of the proposal; null for changes that are done. */
  readonly proposalId: string | null;
  readonly version: number;
  /** The ids of the tasks, in the order of the call. */
  readonly ids: readonly string[];
}

/** The call of a tool that writes. A key makes repeated calls one (rule A2). Throws SCOPE_TOO_NARROW. */
export function writeCallOf(call: TokenCall, tool: string, args: WriteArgs): WriteCall {
  requireScope(call.token, 'propose');
  const request = Buffer.from(JSON.stringify([tool, args]));
  return { ...call, stamp: new Stamp(call.token.id, args.key ?? null, request) };
}

/**
 * Does the operations of a plan if the token has the scope to write, and else proposes them to the user (rule M2). Both
 * have the rules of the API. `ids`: those of the tasks; a repeated proposal has other ones for the tasks that it adds.
 */
export async function writeOrPropose(
  call: WriteCall,
  usualTitle: string,
  args: WriteArgs,
  ids: readonly string[],
  plan: Plan,
): Promise<WriteOutcome> {
  if (call.token.scope === 'write')
    return { outcome: 'done', proposalId: null, version: await writeAsBelieved(call, plan), ids };
  const { title = usualTitle, reason = '' } = args;
  const { id, version, repeated } = await propose(call, { title, reason }, plan);
  const added = repeated ? tasksAddedBy(repeated) : [];
  return { outcome: 'proposed', proposalId: id, version, ids: added.length > 0 ? added : ids };
}

function tasksAddedBy(proposal: Rows['proposal']): readonly string[] {
  return itemsOf(proposal).flatMap(({ operation }) =>
    operation?.name === 'task.add' ? [operation.args.id] : [],
  );
}
