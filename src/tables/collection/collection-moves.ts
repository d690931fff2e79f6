import type { ShownCollection } from './collection-tree.ts';
import { positionsFor } from '#src/tables/kit/positions.ts';
import type { Collection } from './collection.ts';

/** The edit of a moved collection. */
export interface CollectionMove {
  readonly id: string;
  readonly changes: { readonly position?: number; readonly parentId?: string | null };
}

/**
 * The new place of a collection: among those shown below `aboveId`, or at the top for null; 0 is the first.
 */
export interface Spot {
  readonly aboveId: string | null;
  readonly index: number;
}

/**
 * The collections among which this one moves, itself included: those of one parent, or at the top the
 * favorites or the others.
 */
export function siblingsOf(tree: readonly ShownCollection[], id: string): readonly Collection[] {
  const own = tree.find(({ collection }) => collection.id === id);
  return own ? siblingsAt(tree, own.aboveId, own.collection.isFavourite) : [];
}

/** The edits that move a collection to a spot; empty if it is there already. */
export function movesTo(tree: readonly ShownCollection[], id: string, spot: Spot): readonly CollectionMove[] {
  const own = tree.find(({ collection }) => collection.id === id);
  if (!own) return [];
  const { aboveId, index } = spot;
  const siblings = siblingsAt(tree, aboveId, own.collection.isFavourite);
  if (aboveId === own.aboveId) return positionsFor(siblings, id, index).map(toMove);
  // Adds it to its new siblings at the far end, so that it counts as moved.
  const together = index === 0 ? [...siblings, own.collection] : [own.collection, ...siblings];
  const positions = positionsFor(together, id, index);
  const others = positions.filter((change) => change.id !== id).map(toMove);
  const position = positions.find((change) => change.id === id)?.position;
  return [...others, { id, changes: { parentId: aboveId, ...(position !== undefined && { position }) } }];
}

/**
 * The spot of a collection that is dropped before the row `before` of the shown ones, or after the last.
 * After the last one below another collection, it stays below that one if it was. Null for a drop among the
 * collections below itself.
 */
export function spotAt(shown: readonly ShownCollection[], id: string, before: number): Spot | null {
  const from = shown.findIndex(({ collection }) => collection.id === id);
  const own = shown[from];
  if (!own) return null;
  const behind = shown.findIndex(({ level }, index) => index > from && level <= own.level);
  const to = behind < 0 ? shown.length : behind;
  if (before > from && before < to) return null;
  const rest = [...shown.slice(0, from), ...shown.slice(to)];
  const gap = before <= from ? before : before - (to - from);
  const aboveId = own.collection.isFavourite === 1 ? null : parentAt(rest, gap, own.aboveId);
  const previous = new Set(rest.slice(0, gap).map(({ collection }) => collection.id));
  const siblings = siblingsAt(rest, aboveId, own.collection.isFavourite);
  return { aboveId, index: siblings.filter((sibling) => previous.has(sibling.id)).length };
}

function parentAt(shown: readonly ShownCollection[], gap: number, own: string | null): string | null {
  const [previous, next] = [shown[gap - 1], shown[gap]];
  const outer = next?.aboveId ?? null;
  if (!previous || (next && next.level > previous.level)) return outer;
  for (let at: string | null = previous.collection.id; at !== null && at !== outer; at = aboveOf(shown, at))
    if (at === own) return own;
  return outer;
}

function aboveOf(shown: readonly ShownCollection[], id: string): string | null {
  return shown.find(({ collection }) => collection.id === id)?.aboveId ?? null;
}

function siblingsAt(
  tree: readonly ShownCollection[],
  above: string | null,
  isFavourite: Collection['isFavourite'],
): readonly Collection[] {
  return tree
    .filter(({ aboveId, collection }) => aboveId === above && collection.isFavourite === isFavourite)
    .map(({ collection }) => collection);
}

function toMove({ id, position }: { readonly id: string; readonly position: number }): CollectionMove {
  return { id, changes: { position } };
}
