import { movesTo, siblingsOf, type Spot } from '#src/tables/collection/collection-moves.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { MutateTogether } from '#src/web/data/use-mutate.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** Moves a collection to a spot. Returns the announcement for screen readers; null if it does not move. */
export function moveCollection(
  replica: Replica,
  mutateTogether: MutateTogether,
  id: string,
  spot: Spot,
): string | null {
  const moves = movesTo(replica.lists.collections.tree(), id, spot);
  const collection = replica.get('collection', id);
  if (moves.length === 0 || !collection) return null;
  const at = Date.now();
  // The collection that the user moved comes last.
  const ordered = moves.toSorted((a, b) => Number(a.id === id) - Number(b.id === id));
  void mutateTogether(
    ordered.map((move) => ({ name: 'collection.edit', args: { ...move, at } })),
    null,
  );
  const size = formatCount(siblingsOf(replica.lists.collections.tree(), id).length);
  return `${collection.name} moved to position ${formatCount(spot.index + 1)} of ${size}`;
}

/**
 * Moves a collection `step` places among its siblings, if it has that many. Returns the same as
 * `moveCollection`.
 */
export function stepCollection(
  replica: Replica,
  mutateTogether: MutateTogether,
  id: string,
  step: number,
): string | null {
  const tree = replica.lists.collections.tree();
  const siblings = siblingsOf(tree, id);
  const index = siblings.findIndex((sibling) => sibling.id === id) + step;
  const aboveId = tree.find(({ collection }) => collection.id === id)?.aboveId ?? null;
  return siblings[index] ? moveCollection(replica, mutateTogether, id, { aboveId, index }) : null;
}
