import { positionsFor } from '#src/domain/collection-order.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useMutateTogether } from '#src/web/hooks/use-mutate.ts';

/**
 * Brings a collection to `index` (0 for the first place) among all, if there is such a place. Returns what to tell those
 * who cannot see it move; null when it does not.
 */
export function useMove(): (id: string, index: number) => string | null {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  return (id, index) => {
    const collections = replica.collections();
    const name = replica.collection(id)?.name;
    const changes = collections[index] ? positionsFor(collections, id, index) : [];
    if (changes.length === 0) return null;
    const at = Date.now();
    // Last the one that the user moved.
    const ordered = changes.toSorted((a, b) => Number(a.id === id) - Number(b.id === id));
    void mutateTogether(
      ordered.map(({ id, position }) => ({
        name: 'collection.edit',
        args: { id, changes: { position }, at },
      })),
      null,
    );
    const place = (index + 1).toLocaleString();
    return `${name} moved to position ${place} of ${collections.length.toLocaleString()}`;
  };
}
