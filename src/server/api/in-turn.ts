import type { Context } from 'hono';
import { readBody } from '#src/server/http/read-body.ts';
import type { AccessToken, AccessTokens } from '#src/server/tokens/access-tokens.ts';
import { MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import type { WaitingInput } from '#src/sync/server/waiting-input.ts';
import { requireAlive } from './live-token.ts';
import { ApiProblem } from './problem.ts';
import type { Turns } from './turns.ts';

export interface TurnOptions {
  readonly tokens: Pick<AccessTokens, 'alive'>;
  /** The requests of each user wait for each other, whichever door they come to. */
  readonly turns: Turns;
  /** The bodies of requests that are not answered yet. */
  readonly bodies: WaitingInput;
}

/**
 * Answers a request in the turn of its user. Its body is read before that: a stalled upload would hold up all programs
 * of the user. The token is looked up at the beginning of the turn and before the answer, because the request may have
 * waited for its turn, and then for its pace.
 */
export function inTurn(
  c: Context,
  token: AccessToken,
  { tokens, turns, bodies }: TurnOptions,
  answer: (body: Uint8Array) => Promise<Response>,
): Promise<Response> {
  return withBody(c, token, bodies, (body) =>
    turns.run(token.userId, async () => {
      await requireAlive(tokens, token);
      const [settled] = await Promise.allSettled([answer(body)]);
      try {
        await requireAlive(tokens, token);
      } catch (error) {
        // A stream that nobody reads would stay open.
        if (settled.status === 'fulfilled') await settled.value.body?.cancel();
        throw error;
      }
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    }),
  );
}

/** Does work with the body of a request, and counts the body as waiting until then. Throws TOO_LARGE or TOO_MANY_REQUESTS. */
async function withBody<T>(
  c: Context,
  { userId }: AccessToken,
  bodies: WaitingInput,
  work: (body: Uint8Array) => Promise<T>,
): Promise<T> {
  let counted = 0;
  try {
    const body = await readBody(c, MAX_FRAME_BYTES, (size) => {
      if (bodies.isFull(userId, counted))
        throw new ApiProblem('TOO_MANY_REQUESTS', undefined, { retryAfter: 1 });
      bodies.count(userId, size);
      counted += size;
    });
    if (body === null) throw new ApiProblem('TOO_LARGE');
    return await work(body);
  } finally {
    bodies.count(userId, -counted);
  }
}
