import type { Kysely } from 'kysely';
import type { Database } from '#src/server/db/tables.ts';
import type { AccessToken, AccessTokens } from '#src/server/tokens/access-tokens.ts';
import type { TokenCall } from './endpoint.ts';
import { ApiProblem } from './problem.ts';

/** Throws UNAUTHORIZED for a token that was revoked, or has expired, since its request came (rule A4). */
export async function requireAlive(
  tokens: Pick<AccessTokens, 'alive'>,
  { hash }: Pick<AccessToken, 'hash'>,
  db?: Kysely<Pick<Database, 'access_token'>>,
): Promise<void> {
  const alive = await tokens.alive([hash], Date.now(), db);
  if (!alive.has(hash)) throw new ApiProblem('UNAUTHORIZED');
}

/** The hub, which takes back the changes of a token that is not valid when they are made: they may have waited for long. */
export function hubFor(
  token: AccessToken,
  hub: TokenCall['hub'],
  tokens: Pick<AccessTokens, 'alive'>,
): TokenCall['hub'] {
  return {
    connect: (userId, socket) => hub.connect(userId, socket),
    change: (actor, mutations, check) =>
      hub.change(actor, mutations, async (tx, ...pushed) => {
        // The tables of sync are in one database with the tokens.
        await requireAlive(tokens, token, tx as unknown as Kysely<Database>);
        await check?.(tx, ...pushed);
      }),
  };
}
