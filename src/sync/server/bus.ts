import type { SpaceId } from '#src/domain/space.ts';
import { newestOf, type Patch } from '#src/sync/protocol.ts';

/** One server to the others: the space is at `version`, which is committed. */
export interface Hint {
  readonly spaceId: SpaceId;
  readonly version: number;
  /** What changed, when it is small: saves the others from asking the database. */
  readonly news?: Patch | undefined;
}

/**
 * Carries hints from one server to the others (sync rule W12). They may be lost, doubled, late or in any order: that costs
 * latency until the next beat, and never data.
 */
export interface Bus {
  /** Tells the other servers. Never throws, and nothing waits for it. */
  publish(hint: Hint): void;
  /** `receive` gets the hints of the others, none of this server's own. */
  subscribe(receive: (hint: Hint) => void): void;
}

/** So many characters of JSON take at most 6,000 bytes; a NOTIFY of PostgreSQL has room for 8,000. */
const MAX_PATCH_CHARACTERS = 2_000;

/** The hint at a patch that has just been committed. */
export function hintAt(spaceId: SpaceId, patch: Patch): Hint {
  const rows = { ...patch, outcomes: [] };
  const isSmall = !patch.rest && JSON.stringify(rows).length <= MAX_PATCH_CHARACTERS;
  return { spaceId, version: newestOf(patch), news: isSmall ? rows : undefined };
}
