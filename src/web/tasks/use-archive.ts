import type { Collection } from '#src/tables/collection/collection.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** Returns a function that archives a collection with its descendants, or unarchives it. */
export function useArchive() {
  const mutate = useMutate();
  return ({ id, archivedAt }: Pick<Collection, 'id' | 'archivedAt'>) => {
    const at = Date.now();
    const changes = { archivedAt: archivedAt === null ? at : null };
    const done = archivedAt === null ? 'Collection archived' : 'Collection unarchived';
    void mutate('collection.edit', { id, changes, at }, done);
  };
}
