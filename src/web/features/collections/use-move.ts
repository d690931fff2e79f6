import { positionsFor } from '#src/domain/collection-order.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';

/**
 * Brings a collection to `index` (0 for the first place) among all, if there is such a place. Returns what to tell those
 * who cannot see it move; null when it does not.
 */
export function useMove(): (id: string, index: number) => string | null {
  const replica = useReplica();
  const mutate = useMutate();
  return (id, index) => {
    const collections = replica.collections();
    const name = replica.collection(id)?.name;
    const changes = collections[index] ? positionsFor(collections, id, index) : [];
    for (const { id, position } of changes) {
      void mutate('collection.edit', { id, changes: { position }, at: Date.now() }, null);
    }
    if (changes.length === 0) return null;
    const place = (index + 1).toLocaleString();
    return `${name} moved to position ${place} of ${collections.length.toLocaleString()}`;
  };
}
