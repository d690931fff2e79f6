/** The owner of rows: the first part of all their keys. No user's id passes for it by accident. */
export type SpaceId = string & { readonly __brand: 'SpaceId' };

/** A user who acts on the rows of a space. */
export interface Actor {
  readonly userId: string;
  readonly spaceId: SpaceId;
  /** The door of their changes, for the history: `Firefox on Windows`, `Import`. */
  readonly source: string;
  /** The access token of a program. */
  readonly tokenId?: string;
}

/** The space that a user opens. It is their own, and has their id. */
export function spaceOf(userId: string): SpaceId {
  return userId as SpaceId;
}

/** The user to whom a space belongs, who is reminded of its tasks. */
export function ownerOf(spaceId: SpaceId): string {
  return spaceId;
}

/** The user at work in the space that they open. */
export function actorOf(userId: string, source = 'Sunglow'): Actor {
  return { userId, spaceId: spaceOf(userId), source };
}
