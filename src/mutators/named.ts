import { MutationRejected, type RejectionCode } from '#src/domain/errors.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import { liveRow } from './live-rows.ts';
import type { Tx } from './tx.ts';

/** Tables whose live rows have names of their own. */
export type NamedTable = 'collection' | 'section' | 'label';

export const NAME_TAKEN: Record<NamedTable, RejectionCode> = {
  collection: 'DUPLICATE_COLLECTION',
  section: 'DUPLICATE_SECTION',
  label: 'DUPLICATE_LABEL',
};

/** Tables whose rows can be deleted and come back by themselves. */
export type RestoredTable = NamedTable | 'filter';

export const NAMED_GONE: Record<RestoredTable, RejectionCode> = {
  collection: 'COLLECTION_GONE',
  section: 'SECTION_GONE',
  label: 'LABEL_GONE',
  filter: 'FILTER_GONE',
};

/** The row. Rejects with the table's code unless it is there. */
export function requireLive<T extends RestoredTable>(tx: Tx, table: T, id: string): Rows[T] {
  const row = liveRow(tx, table, id);
  if (!row) throw goneFrom(table);
  return row;
}

export function goneFrom(table: RestoredTable): MutationRejected {
  return new MutationRejected(NAMED_GONE[table]);
}

/** Rejects with the table's code when a row other than `id` has the name; of sections one of the same collection. */
export function requireFreeName(
  tx: Tx,
  table: NamedTable,
  { id, name, collectionId }: { readonly id: string; readonly name: string; readonly collectionId?: string },
): void {
  const isTaken = tx
    .having(table, 'name', name)
    .some((row) => row.id !== id && (!('collectionId' in row) || row.collectionId === collectionId));
  if (isTaken) throw new MutationRejected(NAME_TAKEN[table]);
}
