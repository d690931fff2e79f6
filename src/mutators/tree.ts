import { MutationRejected } from '#src/domain/errors.ts';
import { declarationOf, type TableName } from '#src/domain/schema/index.ts';
import { ancestorsOf } from '#src/domain/schema/row.ts';
import type { Read, Tx } from './tx.ts';

/** What `requirePlaceBelow` reads. */
export function readsToPlace(table: TableName, id: string, aboveId: string): readonly Read[] {
  return [
    { table, id: aboveId },
    { table, above: aboveId },
    { table, ownedBy: aboveId },
    { table, levelsBelow: id },
  ];
}

/**
 * Rejects what the tree of a table cannot have, when the row `id` with all below it comes to stand below the row `aboveId`:
 * CIRCLE, TOO_DEEP.
 */
export function requirePlaceBelow(tx: Tx, table: TableName, id: string, aboveId: string): void {
  const row = tx.get(table, aboveId);
  const above = row ? ancestorsOf(table, row, (from, of) => tx.get(from, of)) : [];
  if (aboveId === id || above.some((each) => each.id === id)) throw new MutationRejected('CIRCLE');
  if (isTooDeep(tx, table, id, above.length + 1)) throw new MutationRejected('TOO_DEEP');
}

/** Whether the row `id`, with all below it, has no room below so many others. */
export function isTooDeep(tx: Tx, table: TableName, id: string, above: number): boolean {
  return above + tx.levelsBelow(table, id) > (declarationOf(table).tree?.levels ?? 0);
}
