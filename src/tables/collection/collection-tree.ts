import type { Collection } from './collection.ts';
import { MOST_ABOVE } from '#src/tables/kit/row.ts';

/** A collection in the list of the screens: each below its parent, favorites first. */
export interface ShownCollection {
  readonly collection: Collection;
  /** The collection above it in the list; null at the top, where favorites are in any case. */
  readonly aboveId: string | null;
  /** The number of collections above it in the list. */
  readonly level: number;
  readonly hasBelow: boolean;
}

/**
 * The ids of the collections that are archived, by themselves or with one above them. `collections` are the
 * ones that are there.
 */
export function archivedAmong(collections: readonly Collection[]): ReadonlySet<string> {
  if (collections.every(({ archivedAt }) => archivedAt === null)) return new Set();
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const isArchived = ({ archivedAt, parentId }: Collection, levels = MOST_ABOVE): boolean => {
    if (archivedAt !== null) return true;
    const above = parentId === null || levels === 0 ? undefined : byId.get(parentId);
    return above !== undefined && isArchived(above, levels - 1);
  };
  return new Set(collections.filter((collection) => isArchived(collection)).map(({ id }) => id));
}

/**
 * The collections that are not archived, in the order of the screens (rule T8): favorites with all below
 * them, then the others, each followed by those below it. `collections` are the ones that are there, by
 * position. A collection with a deleted parent is at the top.
 */
export function treeOf(collections: readonly Collection[]): readonly ShownCollection[] {
  const archived = archivedAmong(collections);
  const there = collections.filter(({ id }) => !archived.has(id));
  const ids = new Set(there.map(({ id }) => id));
  const below = new Map<string | null, Collection[]>();
  for (const collection of there) {
    const { parentId, isFavourite } = collection;
    const aboveId = parentId !== null && ids.has(parentId) && isFavourite === 0 ? parentId : null;
    const siblings = below.get(aboveId);
    if (siblings) siblings.push(collection);
    else below.set(aboveId, [collection]);
  }
  const shown: ShownCollection[] = [];
  const show = (collection: Collection, aboveId: string | null, level: number) => {
    const children = below.get(collection.id) ?? [];
    shown.push({ collection, aboveId, level, hasBelow: children.length > 0 });
    for (const child of children) show(child, collection.id, level + 1);
  };
  const top = below.get(null) ?? [];
  for (const collection of top.toSorted((a, b) => b.isFavourite - a.isFavourite)) show(collection, null, 0);
  return shown;
}
