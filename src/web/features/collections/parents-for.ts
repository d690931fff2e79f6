import { declarationOf } from '#src/domain/schema/index.ts';
import type { ShownCollection } from '#src/domain/collection-tree.ts';

/** How many levels lie below the topmost. */
const LEVELS = declarationOf('collection').tree?.levels ?? 0;

/** Those below which a collection can come to stand with all that is below it; null: a new one. */
export function parentsFor(tree: readonly ShownCollection[], id: string | null): readonly ShownCollection[] {
  const parentOf = new Map(tree.map(({ collection }) => [collection.id, collection.parentId]));
  const above = (each: string | null | undefined): string[] =>
    typeof each === 'string' && parentOf.has(each) ? [each, ...above(parentOf.get(each))] : [];
  const chains = tree.map(({ collection }) => above(collection.id));
  // How much of each chain through it lies below.
  const depth = Math.max(0, ...chains.map((chain) => (id === null ? 0 : chain.indexOf(id))));
  return tree.filter((_, index) => {
    const chain = chains[index] ?? [];
    return (id === null || !chain.includes(id)) && chain.length + depth <= LEVELS;
  });
}
