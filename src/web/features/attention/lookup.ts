import type { Rows, TableName } from '#src/tables/tables.ts';
import { isErased } from '#src/tables/kit/row.ts';
import type { NamedTable } from '#src/tables/kit/named.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { rejectedAdd } from '#src/web/data/rejected-add.ts';
import type { Lookup } from './describe-mutation.ts';
import { isOfPurged } from './held-rows.ts';

/** The tab's knowledge of the rows that mutations name. */
export function lookupIn(replica: Replica): Lookup {
  return {
    task: (id) => kept('task', replica.get('task', id)),
    collection: (id) => kept('collection', replica.get('collection', id)),
    get: (table, id) => kept(table, replica.get(table, id)),
    rows: (table) => [...replica.rows(table)].filter((row) => !isErased(table, row)),
    rejectedAdd: (id) => rejectedAdd(replica.rejections(), id),
    isPurged: (id) =>
      replica.rejections().some((other) => isOfPurged(other) && other.mutation.args.id === id),
    named: (table, wanted, collectionId) =>
      rowsOf(replica, table, collectionId).find(({ name }) => name === wanted)?.id,
  };
}

/**
 * The row, unless its text is erased: the device was away during the deletion, and has nothing to add again.
 */
function kept<T extends TableName>(table: T, row: Rows[T] | undefined): Rows[T] | undefined {
  return row && isErased(table, row) ? undefined : row;
}

/** The rows that are there; for sections, those of a collection. */
function rowsOf(replica: Replica, table: NamedTable, collectionId = ''): readonly Rows[NamedTable][] {
  if (table === 'collection') return replica.lists.collections.all();
  const ids = table === 'label' ? replica.lists.labels() : replica.lists.sections.in(collectionId);
  return ids.flatMap((id) => replica.get(table, id) ?? []);
}
