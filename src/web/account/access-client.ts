import { isRecord } from '#src/domain/is-record.ts';
import {
  TOKENS_PATH,
  type AddedToken,
  type ListedToken,
  type TokenScope,
} from '#src/domain/identity/access-token.ts';
import { callServer } from './call-server.ts';

/** A token that is asked for. Instants are ms since 1970 UTC. */
export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly collections: readonly string[] | null;
  readonly expiresAt: number | null;
}

/** The user's access tokens. Throws AuthError, like all functions here. */
export async function loadTokens(): Promise<readonly ListedToken[]> {
  const answer = await callServer('GET', TOKENS_PATH);
  return isRecord(answer) ? (answer['tokens'] as ListedToken[]) : [];
}

/** Needs a recent sign-in. The answer is the only one with the token's text. */
export async function addToken(token: NewToken): Promise<AddedToken> {
  return (await callServer('POST', TOKENS_PATH, token)) as AddedToken;
}

export async function revokeToken(id: string): Promise<void> {
  await callServer('DELETE', `${TOKENS_PATH}/${id}`);
}
