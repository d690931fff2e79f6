import type { Collection } from '#src/domain/collection.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** Puts a collection out of the way with all below it, or brings it back. */
export function useArchive() {
  const mutate = useMutate();
  return ({ id, archivedAt }: Pick<Collection, 'id' | 'archivedAt'>) => {
    const at = Date.now();
    const changes = { archivedAt: archivedAt === null ? at : null };
    const done = archivedAt === null ? 'Collection archived' : 'Collection unarchived';
    void mutate('collection.edit', { id, changes, at }, done);
  };
}
