import { TOKEN_SCOPES, type TokenScope } from '#src/domain/identity/access-token.ts';
import type { Call } from '#src/server/api/endpoint.ts';
import { ApiProblem } from '#src/server/api/problem.ts';
import { once, propose } from '#src/server/api/propose.ts';
import { Stamp } from '#src/server/api/stamp.ts';
import { write, type Plan } from '#src/server/api/write.ts';

/** The call of a request to /mcp, which its tools share. */
export type McpCall = Omit<Call, 'id' | 'query' | 'body' | 'stamp' | 'streams' | 'lastEventId'>;

/** The arguments that every tool which writes takes. */
export interface WriteArgs {
  readonly title?: string | undefined;
  readonly reason?: string | undefined;
  readonly key?: string | undefined;
}

export interface Written {
  readonly outcome: 'done' | 'proposed';
  /** The id of the proposal; null for changes that are done. */
  readonly proposalId: string | null;
  readonly version: number;
}

/** Throws SCOPE_TOO_NARROW. */
export function requireScope({ token }: McpCall, scope: TokenScope): void {
  if (TOKEN_SCOPES.indexOf(token.scope) < TOKEN_SCOPES.indexOf(scope))
    throw new ApiProblem('SCOPE_TOO_NARROW');
}

/** The call of a tool, as the API has it. A key makes repeated calls one (rule A2). */
export function callOfTool(call: McpCall, tool: string, args: WriteArgs): Call {
  const request = Buffer.from(JSON.stringify([tool, args]));
  return {
    ...call,
    id: '',
    query: {},
    body: {},
    stamp: new Stamp(call.token.id, args.key ?? null, request),
    streams: NO_STREAMS,
    lastEventId: null,
  };
}

/** Tools open no streams. */
const NO_STREAMS = {
  admit: () => {
    throw new ApiProblem('NOT_FOUND');
  },
} as unknown as Call['streams'];

/**
 * Does the operations of a plan if the token has the scope to write, and else proposes them to the user (rule M2). Both
 * have the rules of the API.
 */
export async function writeOrPropose(
  call: Call,
  usualTitle: string,
  args: WriteArgs,
  plan: Plan,
): Promise<Written> {
  requireScope(call, 'propose');
  if (call.token.scope === 'write') {
    const version = await write(call, async (tx) => once(await plan(tx)));
    return { outcome: 'done', proposalId: null, version };
  }
  const { title = usualTitle, reason = '' } = args;
  const { id, version } = await propose(call, { title, reason }, plan);
  return { outcome: 'proposed', proposalId: id, version };
}
