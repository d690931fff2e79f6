/** The routes of a user's access tokens: to list, to add and to revoke them. */
export const TOKENS_PATH = '/api/tokens';

/** Each scope includes the scopes before it. `propose` asks the user before each change. */
export const TOKEN_SCOPES = ['read', 'propose', 'write'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The most tokens of a user, and the most collections that one token is limited to. */
export const MOST_TOKENS = 100;
export const MOST_TOKEN_COLLECTIONS = 100;

/** A token for its user to see, without its text. Instants are ms since 1970 UTC. */
export interface ListedToken {
  readonly id: string;
  /** Names the door of its changes in the history. */
  readonly name: string;
  readonly scope: TokenScope;
  /** The ids of the only collections that it reaches; null for all. */
  readonly collections: readonly string[] | null;
  readonly createdAt: number;
  /** Null for a token without an end. */
  readonly expiresAt: number | null;
  /** The last use, exact to a minute, and the address that it came from. Null before the first one. */
  readonly usedAt: number | null;
  readonly usedFrom: string | null;
}

/** A new token. Its text is shown this once. */
export interface AddedToken extends ListedToken {
  readonly text: string;
}
