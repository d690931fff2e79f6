import { useMemo } from 'react';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useBelow } from '#src/web/data/rows.ts';
import { useStore } from '#src/web/platform/store.ts';
import { foldedRows } from '#src/web/tasks/folded-rows.ts';
import { childrenIn, unfold, type Unfolded } from './unfold.ts';

/** Lists of top-level tasks of a collection, each with its visible descendants. */
export function useUnfolded<Part extends { readonly ids: readonly string[] }>(
  collectionId: string,
  parts: readonly Part[],
): readonly (Part & Unfolded)[] {
  const replica = useReplica();
  const below = useBelow(collectionId);
  const folded = useStore(foldedRows);
  const children = useMemo(
    () => childrenIn(below, (id) => replica.get('task', id)?.parentId ?? null),
    [replica, below],
  );
  return useMemo(
    () => parts.map((part) => ({ ...part, ...unfold(part.ids, children, folded) })),
    [parts, children, folded],
  );
}
