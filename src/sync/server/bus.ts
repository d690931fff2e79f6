import type { SpaceId } from '#src/domain/space.ts';
import { newestOf, type Patch } from '#src/sync/protocol.ts';

/** A message from one server to the others: the space is at `version`, which is committed. */
export interface Hint {
  readonly spaceId: SpaceId;
  readonly version: number;
  /** The patch, when it is small: it saves the other servers a read of the database. */
  readonly news?: Patch | undefined;
}

/**
 * Carries hints from one server to the others (sync rule W12). Hints may be lost, doubled, late or reordered. That
 * costs latency until the next beat, and never data.
 */
export interface Bus {
  /** Tells the other servers. Never throws, and makes no caller wait. */
  publish(hint: Hint): void;
  /** `receive` gets the hints of the other servers only. */
  subscribe(receive: (hint: Hint) => void): void;
}

/** JSON of this length takes at most 6,000 bytes. A NOTIFY of PostgreSQL has room for 8,000. */
const MAX_PATCH_CHARACTERS = 2_000;

/** The hint for a patch that has just been committed. */
export function hintAt(spaceId: SpaceId, patch: Patch): Hint {
  const rows = { ...patch, outcomes: [] };
  const isSmall = !patch.rest && JSON.stringify(rows).length <= MAX_PATCH_CHARACTERS;
  return { spaceId, version: newestOf(patch), news: isSmall ? rows : undefined };
}
