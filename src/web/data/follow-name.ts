import { LIMITS } from '#src/domain/limits.ts';
import { rowsOf } from '#src/reading/query/context.ts';
import { renamedIn, type Rename } from '#src/reading/query/renamed.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { queryContextOf } from './query-context.ts';

/**
 * Edits of the saved filters that name a collection, section or label, for its rename. They run before the
 * rename, in one change with it. A query that would become too long stays the same.
 */
export function followName(replica: Replica, rename: Rename, at: number): Operation[] {
  const context = queryContextOf(replica);
  const { kind, id, name } = rename;
  // The rename will be rejected. Sections of different collections may share a name.
  const isTaken = rowsOf(kind, context).some((row) => row.id !== id && row.name === name);
  if (isTaken && kind !== 'section') return [];
  return replica.lists.filters().flatMap((filterId): Operation[] => {
    const before = replica.get('filter', filterId)?.query ?? '';
    const query = renamedIn(before, rename, context);
    if (query === null || query === before || query.length > LIMITS.filterQuery) return [];
    return [{ name: 'filter.edit', args: { id: filterId, changes: { query }, at } }];
  });
}
