import { declarationOf } from '#src/tables/tables.ts';
import type { ShownCollection } from '#src/tables/collection/collection-tree.ts';

/** The number of levels below the top one. */
const LEVELS = declarationOf('collection').tree?.levels ?? 0;

/** Collections that may become the parent of this one and its descendants. Null for a new collection. */
export function parentsFor(tree: readonly ShownCollection[], id: string | null): readonly ShownCollection[] {
  const parentOf = new Map(tree.map(({ collection }) => [collection.id, collection.parentId]));
  const above = (each: string | null | undefined): string[] =>
    typeof each === 'string' && parentOf.has(each) ? [each, ...above(parentOf.get(each))] : [];
  const chains = tree.map(({ collection }) => above(collection.id));
  // The number of levels below the collection.
  const depth = Math.max(0, ...chains.map((chain) => (id === null ? 0 : chain.indexOf(id))));
  return tree.filter((_, index) => {
    const chain = chains[index] ?? [];
    return (id === null || !chain.includes(id)) && chain.length + depth <= LEVELS;
  });
}
